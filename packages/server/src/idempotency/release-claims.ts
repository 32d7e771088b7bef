import { isNull } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { idempotency } from '../db/schema.ts';
import { idempotencyStaleMs } from './idempotency.ts';

/**
 * Lets every request that was cut off be repeated at once, instead of after {@link idempotencyStaleMs}. For the start of
 * the only API process of a database: whatever counts as running there ran in a process that is dead.
 */
export async function releaseClaims(db: Db, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - idempotencyStaleMs);
  await db.update(idempotency).set({ createdAt }).where(isNull(idempotency.finishedAt));
}
