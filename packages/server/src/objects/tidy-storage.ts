import { isNull, lt, or, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { installation } from '../db/schema.ts';
import { expireQuarantine, type QuarantineFigure } from './quarantine.ts';

/** A put that writes nothing for so long was cut off. */
const BROKEN_OFF_MS = 2 * 3_600_000;

/** Once an hour, whichever process comes first: empties the quarantine and the side room of what is old. null = not due. */
export async function tidyStorage(
  { clock, db, storage }: Pick<Context, 'clock' | 'db' | 'storage'>,
  signal: AbortSignal,
): Promise<(QuarantineFigure & { brokenOff: number }) | null> {
  const due = or(isNull(installation.tidiedAt), lt(installation.tidiedAt, sql`now() - interval '1 hour'`));
  const mine = await db.update(installation).set({ tidiedAt: sql`now()` }).where(due).returning({ id: installation.id });
  if (mine.length === 0) return null;
  const now = clock.now();
  // First what was promised to people: not every key of S3 may look for puts that were cut off.
  const figure = await expireQuarantine({ db, storage }, now, signal);
  return { ...figure, brokenOff: await storage.removeBrokenOff(new Date(now.getTime() - BROKEN_OFF_MS)) };
}
