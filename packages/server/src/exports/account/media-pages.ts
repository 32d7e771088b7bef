import { limits } from '@clearframe/contract';
import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { analysis, decision, machineVerdict, media, user } from '../../db/schema.ts';
import { secondsOf } from '../../moderation/item/video-seconds.ts';
import type { MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';

type MediaRow = typeof media.$inferSelect;

/** Whose items: an account's, or of those the ones of an author by the id of their row. */
export type Whose = Pick<ExportRow, 'accountId' | 'createdAt'> & { authorId?: string };

const ofWhom = ({ accountId, authorId, createdAt }: Whose) =>
  and(
    eq(media.accountId, accountId),
    authorId === undefined ? undefined : eq(media.authorId, authorId),
    media.kept,
    lte(media.createdAt, createdAt),
  );

/** Items that are in memory at a time. */
const pageSize = 100;

/** Items of the account that were there when the export was asked for, oldest first, page by page. */
async function* mediaPages({ db }: Pick<MakerContext, 'db'>, whose: Whose): AsyncGenerator<MediaRow[]> {
  let last: MediaRow | undefined;
  for (;;) {
    const after =
      last && or(gt(media.createdAt, last.createdAt), and(eq(media.createdAt, last.createdAt), gt(media.id, last.id)));
    const page: MediaRow[] = await db
      .select()
      .from(media)
      .where(and(ofWhom(whose), after))
      .orderBy(asc(media.createdAt), asc(media.id))
      .limit(pageSize);
    if (page.length > 0) yield page;
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
}

/** Where an item's original lies in the archive. */
export const filePath = (item: Pick<MediaRow, 'filename'>) => `files/${item.filename}`;

/** A result, and whether the item was drawn for a sample then. */
const toldResult = {
  at: analysis.createdAt,
  moderation: analysis.moderation,
  analysis: analysis.analysis,
  sampled: machineVerdict.sampled,
};

/** Lines of media.jsonl: items with every result and decision. */
export async function* mediaLines(context: Pick<MakerContext, 'db'>, whose: Whose) {
  const { db } = context;
  const decider = alias(user, 'decider');
  for await (const items of mediaPages(context, whose)) {
    const ids = items.map(({ id }) => id);
    const results = await db
      .select({ mediaId: analysis.mediaId, result: toldResult })
      .from(analysis)
      .leftJoin(machineVerdict, and(eq(machineVerdict.mediaId, analysis.mediaId), eq(machineVerdict.attempt, analysis.attempt)))
      .where(inArray(analysis.mediaId, ids))
      .orderBy(asc(analysis.attempt));
    const decisions = await db
      .select({ decision, by: decider.name })
      .from(decision)
      .leftJoin(decider, eq(decider.id, decision.userId))
      .where(inArray(decision.mediaId, ids))
      .orderBy(asc(decision.at), asc(decision.id));
    yield items.map((item) => ({
      ...toldOf(item),
      results: results.filter(({ mediaId }) => mediaId === item.id).map(({ result }) => result),
      decisions: decisions
        .filter(({ decision: made }) => made.mediaId === item.id)
        .map(({ decision: { id, at, tokenName: byToken, from, to, note, labelKey: label, undoneAt }, by }) => ({
          id,
          at,
          by,
          byToken,
          from,
          to,
          note,
          label,
          undoneAt,
        })),
    }));
  }
}

/** Lines of video-seconds.jsonl: what each second of each video scored, a stretch of a video at a time. */
export async function* secondLines(context: Pick<MakerContext, 'db'>, whose: Whose): AsyncGenerator<unknown[]> {
  for await (const items of mediaPages(context, whose)) {
    for (const { id, video } of items) {
      for (let from = 0; video && from < video.seconds; from += limits.videoSecondsPageMax) {
        const seconds = await secondsOf(context.db, id, { from, limit: limits.videoSecondsPageMax });
        yield seconds.map((second) => ({ media_id: id, ...second }));
      }
    }
  }
}

/** An item without what only the machine needs. A held one says so and names no file. */
function toldOf(item: MediaRow) {
  const { accountId: _account, objectKey: _object, displayKey: _display, thumbnailKey: _thumbnail, ...rest } = item;
  const { legalHoldAt, legalHoldReason: _reason, accessTokenId: _token, uploadKey: _upload, kept: _isKept, ...more } = rest;
  const { attempt: _attempt, secondsDone: _done, stillSeconds: _stills, ...told } = more;
  const { smallKey: _small, pack: _pack, metadataFree: _metadataFree, writingTries: _tries, ...kept } = told;
  return { ...kept, withheld: legalHoldAt !== null, file: legalHoldAt === null ? filePath(item) : null };
}

/** The items whose originals are put into the archive, page by page. */
export async function* filePages(context: Pick<MakerContext, 'db'>, whose: Whose): AsyncGenerator<MediaRow[]> {
  for await (const page of mediaPages(context, whose)) yield page.filter(({ legalHoldAt }) => legalHoldAt === null);
}

/** How many files there will be. */
export async function countFiles({ db }: Pick<MakerContext, 'db'>, whose: Whose): Promise<number> {
  return db.$count(media, and(ofWhom(whose), isNull(media.legalHoldAt)));
}
