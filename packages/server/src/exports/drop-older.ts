import { limits } from '@clearframe/contract';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { dataExport } from '../db/schema.ts';
import { type ExportRow, ofOwner } from './export-row.ts';
import { removeExport } from './take-export.ts';

/**
 * Removes what a new file takes the place of, so that a person's exports stay bounded: each of all data is as large as everything that
 * the account stores. Another job may remove the same rows at this moment; that harms nothing.
 * @param row the one that was just finished, which stays
 */
export async function dropOlder(
  context: Pick<Context, 'db' | 'live' | 'storage'>,
  { accountId, userId, kind }: Pick<ExportRow, 'accountId' | 'userId' | 'kind'>,
): Promise<void> {
  const finished = and(ofOwner({ accountId, userId }), eq(dataExport.kind, kind), inArray(dataExport.state, ['done', 'failed']));
  const kept = kind === 'account' ? limits.exportsOfAllKept : limits.exportsOfKindKept;
  const older = await context.db
    .select()
    .from(dataExport)
    .where(finished)
    .orderBy(desc(dataExport.finishedAt), desc(dataExport.id))
    .offset(kept);
  for (const row of older) await removeExport(context, row);
}
