import { AppError, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { dataExport } from '../db/schema.ts';
import type { Authorized } from '../security/authorized.ts';
import { announceExport } from './announce-export.ts';
import type { ExportRow } from './export-row.ts';
import { makerOf } from './makers.ts';

/**
 * An address of the finished file, good for some minutes.
 * @throws AppError export_unfinished
 */
export function exportUrl({ clock, storage }: Pick<Context, 'clock' | 'storage'>, row: Authorized<ExportRow>): string {
  if (row.state !== 'done' || row.objectKey === null) throw new AppError('export_unfinished');
  const { contentType, extension, name } = makerOf(row.kind);
  const filename = `${name}-${row.createdAt.toISOString().slice(0, 10)}.${extension}`;
  return storage.signedUrl(row.objectKey, {
    expiresAt: new Date(clock.now().getTime() + limits.exportLinkLifeMs),
    contentType,
    filename,
  });
}

/** Removes an export and its file; a job that works on it notices and ends. The row goes first, as with items. */
export async function removeExport(
  { db, live, storage }: Pick<Context, 'db' | 'live' | 'storage'>,
  row: Pick<ExportRow, 'id' | 'accountId' | 'objectKey'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(dataExport).where(eq(dataExport.id, row.id));
    await announceExport(live, row, tx);
  });
  if (row.objectKey !== null) await storage.remove([row.objectKey]);
}
