// Exports: a row of data_export and the job `export-data`, which streams what the maker of its kind writes into the storage.
// A new kind needs a maker (export-maker.ts) in the table below and a route that calls requestExport; all else is shared.
import type { ExportKind } from '@clearframe/contract';
import { accountExport } from './account/account-export.ts';
import { auditExport } from './audit/audit-export.ts';
import { authorExport } from './author/author-export.ts';
import type { ExportMaker } from './export-maker.ts';
import type { ExportRow } from './export-row.ts';
import { knownExport } from './known-pictures/known-export.ts';
import { mediaListExport } from './media-list/media-list-export.ts';
import { qualityExport } from './quality/quality-export.ts';
import { transparencyExport } from './transparency/transparency-export.ts';
import { usageExport } from './usage/usage-export.ts';

const makers: Record<ExportKind, ExportMaker> = {
  account: accountExport,
  media_list: mediaListExport,
  usage: usageExport,
  quality: qualityExport,
  known: knownExport,
  audit: auditExport,
  transparency: transparencyExport,
  author: authorExport,
};

export const makerOf = (kind: ExportKind): ExportMaker => makers[kind];

/** How the file of one export is called and served. */
export function formOf(row: ExportRow): Pick<ExportMaker, 'contentType' | 'extension' | 'name'> {
  const maker = makerOf(row.kind);
  const { contentType, extension, name } = maker;
  return { contentType, extension, name, ...maker.formOf?.(row) };
}
