import { type AuthorAction, limits, type MediaUpload } from '@clearframe/contract';
import { type SQL, sql } from 'drizzle-orm';
import { actionNow } from '../../authors/author-action.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { gather } from '../../db/gather.ts';
import { prepared } from '../../db/prepared.ts';
import { analysis, author, decision, delivery, media, user } from '../../db/schema.ts';
import { type DeliveryShown, webhookStatus } from '../../webhooks/webhook-status.ts';
import { displayAddress, type FilePlace, originalPlace, smallPlace, thumbnailPlace } from './item-files.ts';
import type { MediaRow } from './media-row.ts';

type PresentContext = Pick<Context, 'clock' | 'fileUrls'> & { db: Db | Tx };
type AnalysisRow = typeof analysis.$inferSelect;
/** What an analysis says of an item. */
export type ShownResult = Pick<AnalysisRow, 'analysis' | 'moderation'>;
type Decisions = MediaUpload['decisions'];

const webp = 'image/webp';
const noAddresses = { signedUrl: null, signedDisplayUrl: null, signedThumbnailUrl: null, signedSmallUrl: null };

/** The name offered for saving: as it was sent, but always ending as what the file really is. */
function downloadName(item: MediaRow): string {
  const extension = item.filename.slice(item.filename.lastIndexOf('.'));
  // Half a character, left by the cut, would not come back from the address as it was signed.
  const stem = item.originalFilename
    .replace(/\.[^.]*$/, '')
    .slice(0, limits.fileNameMaxLength - extension.length)
    .toWellFormed();
  return stem !== '' ? `${stem}${extension}` : item.filename;
}

/** What signs addresses that all end at one time, about an hour from now. */
export function addressSigner({ clock, fileUrls }: Pick<Context, 'clock' | 'fileUrls'>) {
  const end = clock.now().getTime() + limits.signedUrlLifeMs;
  const expiresAt = new Date(end - (end % limits.signedUrlStepMs));
  return ({ key, range }: FilePlace, contentType: string, filename: string): string =>
    fileUrls.signed(key, { expiresAt, contentType, filename, ...(range ? { range } : {}) });
}

function addresses({ clock, fileUrls }: Pick<Context, 'clock' | 'fileUrls'>, item: MediaRow) {
  const sign = addressSigner({ clock, fileUrls });
  const copy = (place: FilePlace | null, name: string) => (place === null ? null : sign(place, webp, `${name}.webp`));
  const s3Url = fileUrls.plain(item.objectKey);
  if (item.legalHoldAt !== null) return { s3Url, withheld: true, ...noAddresses };
  const signedDisplayUrl = copy(displayAddress(item), `${item.id}-display`);
  const signedThumbnailUrl = copy(thumbnailPlace(item), `${item.id}-thumbnail`);
  return {
    s3Url,
    withheld: false,
    // A file that may still say where it was taken is not given away: the copy stands in, which never does.
    signedUrl: item.metadataFree ? sign(originalPlace(item), item.mimeType, downloadName(item)) : signedDisplayUrl,
    signedDisplayUrl,
    signedThumbnailUrl,
    signedSmallUrl: copy(smallPlace(item), `${item.id}-small`) ?? signedThumbnailUrl,
  };
}

type Verdict = Pick<MediaUpload, 'moderation' | 'moderationResult' | 'analysis_metadata' | 'video'>;

/** What the newest analysis says, in each of the forms that an item carries. */
function verdict(row: ShownResult | undefined): Verdict {
  if (!row) return { moderation: null, moderationResult: null, analysis_metadata: null, video: null };
  const { moderation, analysis: result } = row;
  const { processing_time_ms, analysis_version, frames_analysed, hash, analysers, content_credentials } = result;
  // The answers as they came are for the export: they are long, and nobody's contract.
  const asked = analysers?.map(({ raw: _, ...run }) => run);
  return {
    moderation,
    moderationResult: {
      flagged: !moderation.passed,
      ai_description: moderation.ai_analysis.description,
      found_keywords: moderation.keyword_check.detectedKeywords,
      missing_required_keywords: moderation.keyword_check.missingRequired,
    },
    analysis_metadata: {
      processing_time_ms,
      analysis_version,
      frames_analysed,
      ...(hash ? { hash } : {}),
      ...(content_credentials ? { content_credentials } : {}),
      ...(asked ? { analysers: asked } : {}),
    },
    video: result.video ?? null,
  };
}

/** Why there is no result of an item that was analysed. */
const resultsRemoved = 'The retention period of the account removed the results of the analysis.';

/** Why there is no result, for people; null = there is one, or the analysis has not ended. */
function errorOf({ state, moderationError }: MediaRow, row: ShownResult | undefined): string | null {
  return moderationError ?? (state === 'done' && !row ? resultsRemoved : null);
}

/** How far a video is whose analysis is queued or under way. */
function progressOf({ state, video, secondsDone }: MediaRow): MediaUpload['progress'] {
  if (state !== 'queued' || !video) return null;
  return { seconds_done: Math.min(secondsDone, video.seconds), seconds_total: video.seconds };
}

type DecisionParts = Omit<typeof decision.$inferSelect, 'at' | 'undoneAt' | 'overruledAt'> &
  Record<'at', string> &
  Record<'undoneAt' | 'overruledAt' | 'name', string | null>;
type DeliveryParts = { mediaId: string } & DeliveryShown<string>;

/** What is known of items beside their rows, as one statement reads it. Times are ISO 8601, of microseconds. */
type AuthorParts = {
  id: string;
  externalId: string;
  name: string | null;
  url: string | null;
  joinedAt: string | null;
  action: AuthorAction;
};

type ItemParts = {
  analyses: (ShownResult & { mediaId: string })[] | null;
  decisions: DecisionParts[] | null;
  deliveries: DeliveryParts[] | null;
  authors: AuthorParts[] | null;
};

/**
 * Those of some items as a value of a larger statement.
 * @param ids `any` of an array, or one
 * @param which of their results
 */
const itemParts = (ids: SQL, which: SQL): SQL<ItemParts> =>
  sql<ItemParts>`${sql`json_build_object(
  'analyses', (select json_agg(json_build_object('mediaId', media_id, 'analysis', analysis, 'moderation', moderation)) from (
    select distinct on (media_id) media_id, analysis, moderation from ${analysis}
    where media_id = ${ids} and ${which} order by media_id, attempt desc) newest),
  'decisions', (select json_agg(json_build_object('mediaId', d.media_id, 'id', d.id, 'at', d.at, 'userId', d.user_id, 'name', u.name,
      'tokenName', d.token_name, 'from', d."from", 'to', d."to", 'note', d.note, 'undoneAt', d.undone_at,
      'labelId', d.label_id, 'labelKey', d.label_key, 'labelName', d.label_name, 'waitsSecond', d.waits_second,
      'overruledAt', d.overruled_at) order by d.at, d.id)
    from ${decision} d left join ${user} u on u.id = d.user_id where d.media_id = ${ids}),
  'deliveries', (select json_agg(json_build_object('mediaId', media_id, 'webhookId', webhook_id, 'state', state, 'attempts', attempts,
      'lastAttemptAt', last_attempt_at, 'lastError', last_error, 'acceptedAt', accepted_at) order by created_at, id)
    from ${delivery} where media_id = ${ids} and subject_type is null),
  'authors', (select json_agg(json_build_object('id', a.id, 'externalId', a.external_id, 'name', a.name, 'url', a.url,
      'joinedAt', a.joined_at, 'action', ${actionNow}))
    from ${author} a where a.id in (select of.author_id from ${media} of where of.id = ${ids} and of.author_id is not null)))`}`;

const authorOf = (made: AuthorParts | undefined): MediaUpload['author'] =>
  made
    ? {
        id: made.externalId,
        name: made.name,
        url: made.url,
        created_at: made.joinedAt && isoOf(made.joinedAt),
        action: made.action,
      }
    : null;

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));
const deliveryOf = (told: DeliveryParts): DeliveryShown<Date> => ({
  ...told,
  lastAttemptAt: dateOf(told.lastAttemptAt),
  acceptedAt: dateOf(told.acceptedAt),
});

const isoOf = (time: string): string => new Date(time).toISOString();

/** As it was called when it was chosen. */
const labelOf = ({ labelId: id, labelKey: key, labelName: name }: DecisionParts): Decisions[number]['label'] =>
  id === null || key === null || name === null ? null : { id, key, name };

const holds = ({ undoneAt, overruledAt }: DecisionParts) => undoneAt === null && overruledAt === null;

/** In the order of the log. Only the newest one that holds can wait for a second person. */
const decisionsOf = (made: readonly DecisionParts[]): Decisions => {
  const newest = made.findLast(holds);
  return made.map((one) => decisionOf(one, one === newest && one.waitsSecond));
};

const decisionOf = (made: DecisionParts, isWaiting: boolean): Decisions[number] => ({
  id: made.id,
  at: isoOf(made.at),
  // The person may have deleted their account since.
  user: made.userId === null ? null : { id: made.userId, name: made.name ?? '' },
  token: made.tokenName,
  from: made.from,
  to: made.to,
  note: made.note,
  label: labelOf(made),
  state: isWaiting ? 'waiting_second' : 'final',
  undone_at: made.undoneAt === null ? null : isoOf(made.undoneAt),
  overruled_at: made.overruledAt === null ? null : isoOf(made.overruledAt),
});

/** Not one that came after the item was read: the row says nothing of its files and its verdict yet. */
const isEarlier = sql`not exists (select from unnest(${sql.placeholder('torn')}::uuid[], ${sql.placeholder('attempts')}::int[])
  as torn (id, attempt) where torn.id = media_id and torn.attempt <= analysis.attempt)`;

const partsQuery = prepared('item_parts', (db, name) =>
  db
    .select({ parts: itemParts(sql`any(${sql.placeholder('ids')}::uuid[])`, isEarlier) })
    .from(sql`(select) as one`)
    .prepare(name),
);

async function readParts({ db }: PresentContext, items: readonly MediaRow[]): Promise<ItemParts> {
  const torn = items.filter(({ state }) => state === 'queued');
  const [read] = await partsQuery(db).execute({
    ids: items.map(({ id }) => id),
    torn: torn.map(({ id }) => id),
    attempts: torn.map(({ attempt }) => attempt),
  });
  return read?.parts ?? { analyses: null, authors: null, decisions: null, deliveries: null };
}

/** An item, and what everybody is shown of it, of one moment. */
export type Shown = { item: MediaRow; show: () => MediaUpload | undefined };

// In a statement of one table drizzle names columns without it, and `id` would be that of the innermost.
const itemsQuery = prepared('items', (db, name) =>
  db
    .select({ item: media, parts: itemParts(sql`(${sql.identifier('media')}.${sql.identifier('id')})`, sql`true`) })
    .from(media)
    .where(sql`${media.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare(name),
);

const readItem = gather(async (db, ids) => {
  const rows = await itemsQuery(db).execute({ ids });
  return new Map(rows.map((row) => [row.item.id, row]));
});

/** One item with its parts: with those that others ask for at this moment, in one query. */
export async function findShown(context: PresentContext & { db: Db }, id: string): Promise<Shown | undefined> {
  const read = await readItem(context.db, id);
  return read && { item: read.item, show: () => showItems(context, [read.item], read.parts)[0] };
}

/**
 * Items as every route shows them (MED-07), in the order given: one query, however many there are.
 * @param result of a single item, where it is not written yet
 */
export async function presentMedia(
  context: PresentContext,
  items: readonly MediaRow[],
  result?: ShownResult,
): Promise<MediaUpload[]> {
  return items.length === 0 ? [] : showItems(context, items, await readParts(context, items), result);
}

function showItems(
  context: Pick<Context, 'clock' | 'fileUrls'>,
  items: readonly MediaRow[],
  parts: ItemParts,
  result?: ShownResult,
): MediaUpload[] {
  const results = new Map((parts.analyses ?? []).map((row) => [row.mediaId, row]));
  const decisions = Map.groupBy(parts.decisions ?? [], ({ mediaId }) => mediaId);
  const authors = new Map((parts.authors ?? []).map((made) => [made.id, made]));
  const deliveries = Map.groupBy(parts.deliveries ?? [], ({ mediaId }) => mediaId);
  return items.map((item) => ({
    id: item.id,
    filename: item.filename,
    originalFilename: item.originalFilename,
    originalUrl: item.originalUrl,
    title: item.title,
    description: item.description,
    caption: item.caption,
    tags: item.tags,
    metadata: item.metadata,
    author: authorOf(authors.get(item.authorId ?? '')),
    source: item.source,
    mimeType: item.mimeType,
    fileSize: item.fileSizeBytes,
    width: item.width,
    height: item.height,
    duration_ms: item.video?.durationMs ?? null,
    ...addresses(context, item),
    createdAt: item.createdAt.toISOString(),
    moderationFlagged: item.moderationFlagged,
    moderationCheckedAt: item.moderationCheckedAt?.toISOString() ?? null,
    moderationError: errorOf(item, result ?? results.get(item.id)),
    needs_review: item.needsReview,
    sampled: item.sampled,
    processing: item.state === 'queued',
    progress: progressOf(item),
    ...verdict(result ?? results.get(item.id)),
    ...webhookStatus((deliveries.get(item.id) ?? []).map(deliveryOf)),
    decisions: decisionsOf(decisions.get(item.id) ?? []),
  }));
}
