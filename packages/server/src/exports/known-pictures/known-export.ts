import { setImmediate } from 'node:timers/promises';
import { KnownList } from '@clearframe/contract';
import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { knownPicture } from '../../db/schema.ts';
import { hashDigits } from '../../known-pictures/hash-bytes.ts';
import { csvLine } from '../csv-line.ts';
import type { ExportMaker, MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';

/** Hashes that are in memory at a time. */
const pageSize = 5_000;
/** Lines written at a time; then other requests are served. */
const slice = 250;
const Parameters = z.object({ list: KnownList });

const whereOf = ({ accountId, parameters }: ExportRow) =>
  and(eq(knownPicture.accountId, accountId), eq(knownPicture.list, Parameters.parse(parameters).list));

/** Known pictures in the order in which they were added. */
export async function* knownPages({ db }: Pick<MakerContext, 'db'>, where: SQL | undefined) {
  let last = 0;
  for (;;) {
    const page = await db
      .select()
      .from(knownPicture)
      .where(and(where, gt(knownPicture.position, last)))
      .orderBy(asc(knownPicture.position))
      .limit(pageSize);
    yield page;
    last = page.at(-1)?.position ?? last;
    if (page.length < pageSize) return;
  }
}

/** A note on one line: whoever reads the list again reads line by line. */
const oneLine = (note: string | null) => note?.replace(/\s+/gu, ' ') ?? null;

/** One list of known pictures as it can be imported again: hash, quality, note. */
export const knownExport: ExportMaker = {
  contentType: 'text/csv',
  extension: 'csv',
  name: 'clearframe-known-pictures',
  count: async ({ db }, row) => await db.$count(knownPicture, whereOf(row)),
  async *write(context, row, onItem) {
    yield Buffer.from(csvLine(['hash', 'quality', 'note']));
    for await (const page of knownPages(context, whereOf(row))) {
      for (const _ of page) onItem();
      for (let from = 0; from < page.length; from += slice) {
        const lines = page
          .slice(from, from + slice)
          .map(({ pdq, quality, note }) => csvLine([hashDigits(pdq), quality, oneLine(note)]));
        yield Buffer.from(lines.join(''));
        await setImmediate();
      }
    }
  },
};
