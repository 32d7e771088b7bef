import { TransparencyReportInput } from '@clearframe/contract';
import { transparencyFigures } from '../../transparency/figures.ts';
import { csvLine } from '../csv-line.ts';
import type { ExportMaker, MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';
import { reportHead, transparencyLines } from './transparency-lines.ts';
import { transparencyPage } from './transparency-page.ts';

const askedOf = ({ parameters }: Pick<ExportRow, 'parameters'>) => TransparencyReportInput.parse(parameters);
const figuresOf = (context: MakerContext, row: ExportRow) => transparencyFigures(context, row.accountId, askedOf(row));

/** The figures of the page Transparency: a line each as CSV with the mark that Excel needs, or as a page of its own. */
export const transparencyExport: ExportMaker = {
  contentType: 'text/csv',
  extension: 'csv',
  name: 'clearframe-transparency',
  // A page is only ever saved, never shown from our address: so it is served as bytes.
  formOf: (row) => (askedOf(row).format === 'html' ? { contentType: 'application/octet-stream', extension: 'html' } : {}),
  count: async (context, row) => transparencyLines(await figuresOf(context, row)).length,
  async *write(context, row, onItem) {
    const figures = await figuresOf(context, row);
    if (askedOf(row).format === 'html') {
      yield Buffer.from(transparencyPage(figures));
      return;
    }
    yield Buffer.from(`\uFEFF${csvLine(reportHead)}`);
    for (const line of transparencyLines(figures)) {
      onItem();
      yield Buffer.from(csvLine(line));
    }
  },
};
