import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { totp } from '../../db/schema.ts';

/** Whether a password alone is not enough for this person: they registered an authenticator app. */
export async function hasSecondStep(db: Db | Tx, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: totp.userId })
    .from(totp)
    .where(and(eq(totp.userId, userId), isNotNull(totp.confirmedAt)));
  return row !== undefined;
}
