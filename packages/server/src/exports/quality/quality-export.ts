import { QualityQuery } from '@clearframe/contract';
import { qualityReport } from '../../quality/report.ts';
import { csvLine } from '../csv-line.ts';
import type { ExportMaker, MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';
import { qualityHead, qualityLines } from './quality-lines.ts';

async function linesOf(context: MakerContext, { accountId, parameters }: ExportRow) {
  return qualityLines(await qualityReport(context, accountId, QualityQuery.parse(parameters).period));
}

/** The figures of the page Quality, a line each, as CSV in UTF-8 with the mark that Excel needs. */
export const qualityExport: ExportMaker = {
  contentType: 'text/csv',
  extension: 'csv',
  name: 'clearframe-quality',
  count: async (context, row) => (await linesOf(context, row)).length,
  async *write(context, row, onItem) {
    yield Buffer.from(`\uFEFF${csvLine(qualityHead)}`);
    for (const line of await linesOf(context, row)) {
      onItem();
      yield Buffer.from(csvLine(line));
    }
  },
};
