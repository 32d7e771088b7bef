import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { user } from '../db/schema.ts';
import { isBeingDeleted } from './deleted-person.ts';

/**
 * The person as they are now, held until the transaction ends: whatever starts a session, changes a way to sign in or ends them all
 * waits here for the others, so that no session slips past the change that should have ended it. Always the first lock of a
 * transaction, before the account's, because two that lock in opposite order would stop each other. Rows that only name the person
 * can be written meanwhile.
 * @returns undefined when they are gone, or being deleted
 */
export async function lockPerson(tx: Tx, userId: string): Promise<typeof user.$inferSelect | undefined> {
  const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('no key update');
  return row && !isBeingDeleted(row) ? row : undefined;
}
