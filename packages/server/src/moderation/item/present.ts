import { limits, type MediaUpload } from '@clearframe/contract';
import { and, asc, desc, eq, inArray, lt, or, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { analysis, decision, user } from '../../db/schema.ts';
import { webhookStatus, webhookStatuses } from '../../webhooks/webhook-status.ts';
import { displayPlace, type FilePlace, originalPlace, smallPlace, thumbnailPlace } from './item-files.ts';
import type { MediaRow } from './media-row.ts';

type PresentContext = Pick<Context, 'clock' | 'fileUrls'> & { db: Db | Tx };
type AnalysisRow = typeof analysis.$inferSelect;
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

function addresses({ clock, fileUrls }: PresentContext, item: MediaRow) {
  const sign = addressSigner({ clock, fileUrls });
  const copy = (place: FilePlace | null, name: string) => (place === null ? null : sign(place, webp, `${name}.webp`));
  const s3Url = fileUrls.plain(item.objectKey);
  if (item.legalHoldAt !== null) return { s3Url, withheld: true, ...noAddresses };
  const signedDisplayUrl = copy(displayPlace(item), `${item.id}-display`);
  return {
    s3Url,
    withheld: false,
    // A file that may still say where it was taken is not given away: the copy stands in, which never does.
    signedUrl: item.metadataFree ? sign(originalPlace(item), item.mimeType, downloadName(item)) : signedDisplayUrl,
    signedDisplayUrl,
    signedThumbnailUrl: copy(thumbnailPlace(item), `${item.id}-thumbnail`),
    signedSmallUrl: copy(smallPlace(item), `${item.id}-small`),
  };
}

type Verdict = Pick<MediaUpload, 'moderation' | 'moderationResult' | 'analysis_metadata' | 'video'>;

/** What the newest analysis says, in each of the forms that an item carries. */
function verdict(row: AnalysisRow | undefined): Verdict {
  if (!row) return { moderation: null, moderationResult: null, analysis_metadata: null, video: null };
  const { moderation, analysis: result } = row;
  const { processing_time_ms, analysis_version, frames_analysed, hash, analysers } = result;
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
      ...(asked ? { analysers: asked } : {}),
    },
    video: result.video ?? null,
  };
}

/** Why there is no result of an item that was analysed. */
const resultsRemoved = 'The results of the analysis were removed, because the account keeps them for some days only.';

/** Why there is no result, for people; null = there is one, or the analysis has not ended. */
function errorOf({ state, moderationError }: MediaRow, row: AnalysisRow | undefined): string | null {
  return moderationError ?? (state === 'done' && !row ? resultsRemoved : null);
}

/** How far a video is whose analysis is queued or under way. */
function progressOf({ state, video, secondsDone }: MediaRow): MediaUpload['progress'] {
  if (state !== 'queued' || !video) return null;
  return { seconds_done: Math.min(secondsDone, video.seconds), seconds_total: video.seconds };
}

/** A result that came after the item was read: the row says nothing of its files and its verdict yet. */
const isLater = (item: MediaRow, row: AnalysisRow | undefined): boolean =>
  item.state === 'queued' && row !== undefined && row.attempt >= item.attempt;

async function newestAnalyses({ db }: PresentContext, items: readonly MediaRow[]): Promise<Map<string, AnalysisRow>> {
  const find = (which: SQL | undefined) =>
    db.selectDistinctOn([analysis.mediaId]).from(analysis).where(which).orderBy(analysis.mediaId, desc(analysis.attempt));
  const ids = items.map(({ id }) => id);
  const newest = new Map((await find(inArray(analysis.mediaId, ids))).map((row) => [row.mediaId, row]));
  const torn = items.filter((item) => isLater(item, newest.get(item.id)));
  if (torn.length === 0) return newest;
  const before = torn.map(({ id, attempt }) => and(eq(analysis.mediaId, id), lt(analysis.attempt, attempt)));
  for (const { id } of torn) newest.delete(id);
  for (const row of await find(or(...before))) newest.set(row.mediaId, row);
  return newest;
}

async function decisionsOf({ db }: PresentContext, ids: string[]): Promise<Map<string, Decisions>> {
  const rows = await db
    .select({ decision, name: user.name })
    .from(decision)
    .leftJoin(user, eq(user.id, decision.userId))
    .where(inArray(decision.mediaId, ids))
    .orderBy(asc(decision.at), asc(decision.id));
  const byItem = new Map<string, Decisions>();
  for (const { decision: made, name } of rows) {
    const shown = {
      id: made.id,
      at: made.at.toISOString(),
      // The person may have deleted their account since.
      user: made.userId === null ? null : { id: made.userId, name: name ?? '' },
      token: made.tokenName,
      from: made.from,
      to: made.to,
      note: made.note,
      undone_at: made.undoneAt?.toISOString() ?? null,
      overruled_at: made.overruledAt?.toISOString() ?? null,
    };
    byItem.set(made.mediaId, [...(byItem.get(made.mediaId) ?? []), shown]);
  }
  return byItem;
}

/** Items as every route shows them (MED-07), in the order given: three queries, however many there are. */
export async function presentMedia(context: PresentContext, items: readonly MediaRow[]): Promise<MediaUpload[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ id }) => id);
  // One after the other: within a transaction there is one connection, and it takes one query at a time.
  const analyses = await newestAnalyses(context, items);
  const decisions = await decisionsOf(context, ids);
  const hooks = await webhookStatuses(context.db, ids);
  const untold = webhookStatus([]);
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
    moderationError: errorOf(item, analyses.get(item.id)),
    needs_review: item.needsReview,
    sampled: item.sampled,
    processing: item.state === 'queued',
    progress: progressOf(item),
    ...verdict(analyses.get(item.id)),
    ...(hooks.get(item.id) ?? untold),
    decisions: decisions.get(item.id) ?? [],
  }));
}
