import { setImmediate } from 'node:timers/promises';
import { MediaNeighboursQuery } from '@clearframe/contract';
import { and, lte } from 'drizzle-orm';
import { media } from '../../db/schema.ts';
import { presentMedia } from '../../moderation/item/present.ts';
import { type ListPosition, laterThan, orderBy, positionAt } from '../../moderation/list/list-order.ts';
import { mediaConditions } from '../../moderation/list/media-filter.ts';
import type { ExportMaker, MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';
import { listHead, listLine } from './list-line.ts';

/** Items that are in memory at a time. */
const pageSize = 50;

/** The list of Content Review as it was filtered when it was asked for. */
function narrowed({ accountId, createdAt, parameters }: ExportRow) {
  const { sort, ...filter } = MediaNeighboursQuery.parse(parameters);
  return { sort, where: and(mediaConditions(accountId, filter), lte(media.createdAt, createdAt)) };
}

/** Each page begins behind the last item of the one before, so that the last costs what the first does. */
async function* pages({ db }: MakerContext, row: ExportRow): AsyncGenerator<(typeof media.$inferSelect)[]> {
  const { sort, where } = narrowed(row);
  let last: ListPosition | undefined;
  for (;;) {
    const page: { item: typeof media.$inferSelect; at: string }[] = await db
      .select({ item: media, at: positionAt(sort) })
      .from(media)
      .where(and(where, last && laterThan(sort, last)))
      .orderBy(...orderBy(sort))
      .limit(pageSize);
    if (page.length > 0) yield page.map(({ item }) => item);
    const end = page.at(-1);
    if (!end || page.length < pageSize) return;
    last = { id: end.item.id, at: end.at };
  }
}

/** The filtered list of Content Review as CSV in UTF-8, with the mark without which Excel takes it for another script. */
export const mediaListExport: ExportMaker = {
  contentType: 'text/csv',
  extension: 'csv',
  name: 'clearframe-media',
  count: async ({ db }, row) => await db.$count(media, narrowed(row).where),
  async *write(context, row, onItem) {
    yield Buffer.from(`\uFEFF${listHead()}`);
    for await (const page of pages(context, row)) {
      for (const item of await presentMedia(context, page)) {
        onItem();
        yield Buffer.from(listLine(item));
        // An item's texts have some 20 kB: other requests are served between two of them.
        await setImmediate();
      }
    }
  },
};
