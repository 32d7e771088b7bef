import { AppError, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { dataExport } from '../db/schema.ts';
import { removeSoon } from '../objects/object-removal.ts';
import type { Authorized } from '../security/authorized.ts';
import { announceExport } from './announce-export.ts';
import type { ExportRow } from './export-row.ts';
import { formOf } from './makers.ts';

/**
 * An address of the finished file, good for some minutes.
 * @throws AppError export_unfinished
 */
export function exportUrl({ clock, fileUrls }: Pick<Context, 'clock' | 'fileUrls'>, row: Authorized<ExportRow>): string {
  if (row.state !== 'done' || row.objectKey === null) throw new AppError('export_unfinished');
  const { contentType, extension, name } = formOf(row);
  const filename = `${name}-${row.createdAt.toISOString().slice(0, 10)}.${extension}`;
  return fileUrls.signed(row.objectKey, {
    expiresAt: new Date(clock.now().getTime() + limits.exportLinkLifeMs),
    contentType,
    filename,
  });
}

/** Removes an export and its file, which a trigger of the row names for removal; a job that works on it notices and ends. */
export async function removeExport(
  { db, live, storage }: Pick<Context, 'db' | 'live' | 'storage'>,
  row: Pick<ExportRow, 'id' | 'accountId'>,
): Promise<void> {
  const gone = await db.transaction(async (tx) => {
    const removed = await tx.delete(dataExport).where(eq(dataExport.id, row.id)).returning({ objectKey: dataExport.objectKey });
    await announceExport(live, row, tx);
    return removed;
  });
  await removeSoon(
    { db, storage },
    gone.map(({ objectKey }) => objectKey).filter((key) => key !== null),
  );
}
