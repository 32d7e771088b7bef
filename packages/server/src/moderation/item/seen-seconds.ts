import { and, eq } from 'drizzle-orm';
import { SeenSecond } from '../../confinement/messages.ts';
import type { Db, Tx } from '../../db/client.ts';
import { seenSecond } from '../../db/schema.ts';
import type { MediaRow } from './media-row.ts';

type Attempt = Pick<MediaRow, 'id' | 'attempt'>;

const ofAttempt = ({ id, attempt }: Attempt) => and(eq(seenSecond.mediaId, id), eq(seenSecond.attempt, attempt));

/** What earlier runs of an attempt brought, by second. What cannot be read is asked of the models again. */
export async function readSeenSeconds(db: Db, item: Attempt): Promise<Map<number, SeenSecond>> {
  const rows = await db.select({ second: seenSecond.second, seen: seenSecond.seen }).from(seenSecond).where(ofAttempt(item));
  return new Map(
    rows.flatMap(({ second, seen }) => {
      const read = SeenSecond.safeParse(seen);
      return read.success ? [[second, read.data] as const] : [];
    }),
  );
}

/** Two runs that look at the same second see the same: the first one stays. */
export async function keepSeenSeconds(
  tx: Tx,
  { id: mediaId, attempt }: Attempt,
  seen: readonly { second: number; seen: SeenSecond }[],
): Promise<void> {
  if (seen.length > 0)
    await tx
      .insert(seenSecond)
      .values(seen.map((one) => ({ mediaId, attempt, ...one })))
      .onConflictDoNothing();
}

/** Once an attempt is settled nobody goes on with it, nor with those before. */
export async function dropSeenSeconds(tx: Tx, mediaId: string): Promise<void> {
  await tx.delete(seenSecond).where(eq(seenSecond.mediaId, mediaId));
}
