// Exports: a row of data_export and the job `export-data`, which streams what the maker of its kind writes into the storage.
// A new kind needs a maker (export-maker.ts) in the table below and a route that calls requestExport; all else is shared.
import type { ExportKind } from '@clearframe/contract';
import { accountExport } from './account/account-export.ts';
import type { ExportMaker } from './export-maker.ts';

const makers: Partial<Record<ExportKind, ExportMaker>> = { account: accountExport };

/** @throws Error for a kind that this version does not make */
export function makerOf(kind: ExportKind): ExportMaker {
  const maker = makers[kind];
  if (!maker) throw new Error(`Nothing makes an export of kind ${kind}`);
  return maker;
}
