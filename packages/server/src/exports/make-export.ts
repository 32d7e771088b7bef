import { Readable } from 'node:stream';
import { limits } from '@clearframe/contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { dataExport } from '../db/schema.ts';
import { nameObjects, newMark, type PendingObjects, pendingObjects } from '../objects/pending-objects.ts';
import { announceExport } from './announce-export.ts';
import { dropOlder } from './drop-older.ts';
import type { MakerContext } from './export-maker.ts';
import type { ExportRow } from './export-row.ts';
import { formOf, makerOf } from './makers.ts';

export type MakeContext = MakerContext & Pick<Context, 'live'>;

/** Progress is written at most so often. */
const progressEveryMs = 1_000;
/** How often a file under way says that it is no orphan. The sweep waits two hours. */
const renewEveryMs = 10 * 60_000;

/** The person removed it, or their account, while it was made. */
class ExportGone extends Error {
  override name = 'ExportGone';
}

const isOpen = (id: string) => and(eq(dataExport.id, id), inArray(dataExport.state, ['queued', 'running']));

/** @throws ExportGone */
async function update({ db, live }: MakeContext, row: ExportRow, changes: Partial<typeof dataExport.$inferInsert>, tx?: Tx) {
  const changed = await (tx ?? db).update(dataExport).set(changes).where(isOpen(row.id)).returning({ id: dataExport.id });
  if (changed.length === 0) throw new ExportGone();
  await announceExport(live, row, tx);
}

/** Passes the bytes on and writes down from time to time how far they are. */
async function* withProgress(
  context: MakeContext,
  row: ExportRow,
  { signal, pending }: { signal: AbortSignal; pending: PendingObjects },
): AsyncGenerator<Uint8Array> {
  const { clock } = context;
  let renewAt = clock.now().getTime() + renewEveryMs;
  let done = 0;
  let written = 0;
  let nextAt = clock.now().getTime() + progressEveryMs;
  const bytes = makerOf(row.kind).write(context, row, () => {
    done += 1;
  });
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
    const now = clock.now().getTime();
    if (now >= renewAt) {
      await pending.renew();
      renewAt = now + renewEveryMs;
    }
    if (done === written || now < nextAt) continue;
    await update(context, row, { done });
    written = done;
    nextAt = now + progressEveryMs;
  }
}

/**
 * Makes the file of an export, from its beginning: a try that was cut off left nothing, because the storage keeps whole objects
 * only. Exports that are done or gone are left alone.
 * @param signal aborts when the job has taken too long or the process stops
 * @throws whatever went wrong; the queue tries again, then {@link failExport} follows
 */
export async function makeExport(context: MakeContext, exportId: string, signal: AbortSignal): Promise<void> {
  const { clock, db } = context;
  const [row] = await db.select().from(dataExport).where(isOpen(exportId));
  if (!row) return;
  const maker = makerOf(row.kind);
  // A key of this run alone: one that was thought dead cannot write into the file of the next.
  const objectKey = `${row.accountId}/${row.id}/export-${newMark()}.${formOf(row).extension}`;
  const pending = pendingObjects(context, row.accountId);
  try {
    const total = await maker.count(context, row);
    await update(context, row, { state: 'running', done: 0, total });
    const bytes = Readable.from(withProgress(context, row, { signal, pending }), { objectMode: false });
    const { sizeBytes } = await pending.put(objectKey, bytes);
    const finishedAt = clock.now();
    const expiresAt = new Date(finishedAt.getTime() + limits.exportKeptMs);
    await db.transaction(async (tx) => {
      await nameObjects(tx, [objectKey]);
      await update(context, row, { state: 'done', done: total, objectKey, sizeBytes, finishedAt, expiresAt }, tx);
    });
    await dropOlder(context, row);
  } catch (error) {
    if (!(error instanceof ExportGone)) throw error;
  } finally {
    await pending.drop();
  }
}

/** The end of an export whose every attempt failed. */
export async function failExport({ clock, db, live }: Pick<Context, 'clock' | 'db' | 'live'>, exportId: string): Promise<void> {
  const finishedAt = clock.now();
  const expiresAt = new Date(finishedAt.getTime() + limits.exportKeptMs);
  const [row] = await db.update(dataExport).set({ state: 'failed', finishedAt, expiresAt }).where(isOpen(exportId)).returning();
  if (row) await announceExport(live, row);
}
