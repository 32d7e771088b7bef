import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { dataExport, media } from '../db/schema.ts';
import { type FailContext, failModeration } from './fail-moderation.ts';
import { moderationJobKey } from './queue-analysis.ts';

/** Far longer than an attempt with all its retries takes; a job that waits behind others is left alone, however long. */
const STUCK_MS = 15 * 60_000;
/** A file is stored some time before its item is written: 120 s at most for the body to arrive. */
const FORGOTTEN_MS = 3_600_000;
const BATCH = 500;

/** Ends uploads whose job is gone (a queue restored without its last jobs, say): they would stay queued and hold frames for ever. Returns how many. */
export async function failStuckMedia(context: FailContext): Promise<number> {
  const before = new Date(context.clock.now().getTime() - STUCK_MS);
  const waiting = await context.db
    .select({ mediaId: media.id, attempt: media.attempt })
    .from(media)
    .where(and(eq(media.state, 'queued'), lt(media.createdAt, before)))
    .orderBy(asc(media.createdAt))
    .limit(BATCH);
  let failed = 0;
  for (const { mediaId, attempt } of waiting) {
    if (await context.queue.isOpen('moderate-media', moderationJobKey(mediaId, attempt))) continue;
    await failModeration(context, { mediaId, attempt });
    failed += 1;
  }
  return failed;
}

/** The item or export that an object belongs to, by its key. */
const itemOf = (key: string) => key.split('/')[1] ?? '';

/** Removes objects that no item or export names: of uploads that a crash cut off, and of items that are gone. Returns how many. */
export async function removeForgottenObjects({ clock, db, storage }: Pick<Context, 'clock' | 'db' | 'storage'>): Promise<number> {
  const before = new Date(clock.now().getTime() - FORGOTTEN_MS);
  let removed = 0;
  let batch: string[] = [];
  const removeUnknown = async () => {
    const ids = [...new Set(batch.map(itemOf))].filter((id) => /^[0-9a-f-]{36}$/.test(id));
    const items = db.select({ id: media.id }).from(media).where(inArray(media.id, ids));
    const exports = db.select({ id: dataExport.id }).from(dataExport).where(inArray(dataExport.id, ids));
    const rows = await items.union(exports);
    const known = new Set(rows.map(({ id }) => id));
    const forgotten = batch.filter((key) => !known.has(itemOf(key)));
    await storage.remove(forgotten);
    removed += forgotten.length;
    batch = [];
  };
  for await (const { key, storedAt } of storage.list()) {
    if (storedAt < before) batch.push(key);
    if (batch.length === BATCH) await removeUnknown();
  }
  if (batch.length > 0) await removeUnknown();
  return removed;
}
