import type { Context } from '../context.ts';
import type { ExportRow } from './export-row.ts';

export type MakerContext = Pick<Context, 'clock' | 'config' | 'db' | 'fileUrls' | 'log' | 'storage'>;

/** How the file of one kind is made. */
export type ExportMaker = {
  /** Wire type; `security/file-urls.ts` lists those that are served. */
  contentType: string;
  /** Ending of the file's name, without the dot. */
  extension: string;
  /** Name offered when the file is saved, without its ending. */
  name: string;
  /** Where one kind has several forms: what of the above is another for this one. */
  formOf?(row: ExportRow): { contentType?: string; extension?: string };
  /** Items that will be written. */
  count(context: MakerContext, row: ExportRow): Promise<number>;
  /**
   * The bytes, made while they are read and never all in memory. May be called again from the beginning.
   * @param onItem called after each item
   */
  write(context: MakerContext, row: ExportRow, onItem: () => void): AsyncIterable<Uint8Array>;
};
