import { UsageHistoryQuery } from '@clearframe/contract';
import { usageTallyOf } from '../../billing/usage-history.ts';
import { csvLine } from '../csv-line.ts';
import type { ExportMaker, MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';

const rowsOf = (context: MakerContext, { accountId, parameters }: ExportRow) =>
  usageTallyOf(context, accountId, UsageHistoryQuery.parse(parameters));

const head = ['day', 'source', 'api_token', 'frames', 'period_id'];

/** Frames charged, a line for each day (UTC), source and token of each period, as CSV in UTF-8 with the mark that Excel needs. */
export const usageExport: ExportMaker = {
  contentType: 'text/csv',
  extension: 'csv',
  name: 'clearframe-usage',
  count: async (context, row) => (await rowsOf(context, row)).length,
  async *write(context, row, onItem) {
    yield Buffer.from(`\uFEFF${csvLine(head)}`);
    for (const { day, source, tokenName, frames, periodId } of await rowsOf(context, row)) {
      onItem();
      yield Buffer.from(csvLine([day, source, tokenName, frames, periodId]));
    }
  },
};
