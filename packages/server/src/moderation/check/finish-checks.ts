import {
  type Analysis,
  AppError,
  type AuthorInput,
  type CheckVerdict,
  type KeepChecks,
  type Moderation,
} from '@clearframe/contract';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { noteAuthor } from '../../authors/note-author.ts';
import { releaseFrames } from '../../billing/ledger.ts';
import { chargeAndTell, type TellAllowanceContext } from '../../billing/tell-allowance.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { analysis as analysisTable, checkLine, media } from '../../db/schema.ts';
import { announceChange, changesOf } from '../../live/announce.ts';
import { removeSoon } from '../../objects/object-removal.ts';
import { recordVerdict } from '../../quality/record-verdict.ts';
import { objectKeys } from '../item/item-files.ts';
import { framesOf, type MediaRow } from '../item/media-row.ts';
import { removeRow } from '../item/remove-item.ts';
import { type TellContext, tellOfVerdict } from '../tell/tell-webhooks.ts';
import { undecodable } from '../upload/upload-answer.ts';
import { writeLines } from './check-lines.ts';
import { PictureRefused } from './picture-refused.ts';
import type { CanAnswer } from './take-pictures.ts';

export type FinishContext = TellContext &
  TellAllowanceContext &
  Pick<Context, 'clock' | 'db' | 'live' | 'metrics' | 'random' | 'storage'>;

/** What a picture came to. */
export type Checked = {
  analysis: Analysis;
  moderation: Moderation;
  framesCharged: number;
  /** The item of Content Review; null = nothing is kept. */
  mediaId: string | null;
};

/** Of whom the checks are, and which of them are kept. */
type Owner = {
  accountId: string;
  tokenId: string | null;
  door: string;
  keep: KeepChecks;
  author?: AuthorInput | null;
  answers?: CanAnswer;
};
type Result = { analysis: Analysis; moderation: Moderation };
type Line = typeof checkLine.$inferInsert;

/** The verdict in one word. */
export const verdictOf = ({ passed, ai_analysis: ai }: Moderation): Exclude<CheckVerdict, 'none'> => {
  if (!passed) return 'fail';
  return ai.needs_review ? 'review' : 'pass';
};

const isWanted = (keep: KeepChecks, moderation: Moderation): boolean =>
  keep === 'all' || (keep === 'flagged' && verdictOf(moderation) !== 'pass');

async function newestResults(tx: Tx, ids: readonly string[]): Promise<Map<string, Result>> {
  const rows = await tx
    .selectDistinctOn([analysisTable.mediaId])
    .from(analysisTable)
    .where(inArray(analysisTable.mediaId, [...ids]))
    .orderBy(analysisTable.mediaId, desc(analysisTable.attempt));
  return new Map(rows.map(({ mediaId, analysis, moderation }) => [mediaId, { analysis, moderation }]));
}

/** From now on it is an item like any other: listed, counted, told of, and with the author that was named. */
async function keepItem(
  context: FinishContext,
  tx: Tx,
  row: MediaRow,
  { result: { analysis, moderation }, owner: { author } }: { result: Result; owner: Owner },
): Promise<void> {
  const authorId = author ? (await noteAuthor(tx, row.accountId, author)).id : null;
  const writingTries = analysis.writing === 'not_read' ? 0 : null;
  await tx.update(media).set({ kept: true, writingTries, authorId }).where(eq(media.id, row.id));
  const attempt = { mediaId: row.id, attempt: row.attempt };
  const judged = { ...attempt, accountId: row.accountId, analysis, moderation, isDecided: false };
  // What nobody looked at says nothing of the analysers.
  const sampled = moderation.author_rule !== 'blocked' && (await recordVerdict(context, tx, judged));
  if (sampled) await tx.update(media).set({ sampled }).where(eq(media.id, row.id));
  const kept = { ...row, kept: true, sampled, writingTries, authorId };
  await tellOfVerdict(context, tx, kept, undefined);
  await announceChange(context.live, kept, tx);
}

/** Frames, line and item of a check that has its verdict. @returns its objects, where it goes */
async function chargeOne(
  context: FinishContext,
  tx: Tx,
  row: MediaRow,
  { result, owner }: { result: Result; owner: Owner },
): Promise<{ checked: Checked; objects: string[] }> {
  const attempt = { mediaId: row.id, attempt: row.attempt };
  const { analysis, moderation } = result;
  const frames = analysis.video?.seconds ?? framesOf(row);
  // Before the row changes: the tally names it a check.
  const isCharged = await chargeAndTell(context, tx, { ...attempt, frames });
  const isKept = isWanted(owner.keep, moderation) || row.legalHoldAt !== null;
  const line = {
    ...lineOf(context, row, owner),
    verdict: verdictOf(moderation),
    flaggedCategories: moderation.ai_analysis.flagged_categories,
    policyVersion: moderation.policy_version,
  };
  const checked = { ...result, framesCharged: isCharged ? frames : 0, mediaId: isKept ? row.id : null };
  if (!isKept && row.pack === null) return { checked, objects: await letGo(context, tx, row, line) };
  if (isKept) await keepItem(context, tx, row, { result, owner });
  const objects = isKept ? null : await removeRow(context, tx, row, { reason: null });
  await writeLines(tx, [line]);
  return { checked, objects: objects ?? [] };
}

/** A picture that has nothing but what was sent goes, and leaves its line: in one statement. @param row locked, and under no legal hold */
async function letGo({ live }: FinishContext, tx: Tx, row: MediaRow, line: Line): Promise<string[]> {
  const gone = tx.delete(media).where(eq(media.id, row.id));
  await tx.execute(sql`
    with gone as ${gone}, line as ${tx.insert(checkLine).values(line).onConflictDoNothing()}
    select ${live.notices(changesOf(row))}`);
  return objectKeys(row);
}

const lineOf = ({ clock }: Pick<Context, 'clock'>, { id, accountId }: MediaRow, { door, tokenId }: Owner): Line => ({
  id,
  accountId,
  door,
  tokenId,
  at: clock.now(),
  verdict: 'none',
  flaggedCategories: [],
  policyVersion: null,
});

/** Gives the frames back and lets the items go, in one transaction. One under legal hold stays, known to the operator alone. */
async function giveUp(context: FinishContext, tx: Tx, rows: readonly MediaRow[], owner: Owner): Promise<string[]> {
  const objects: string[] = [];
  for (const row of rows) {
    const reason = 'the check has no verdict';
    if (row.legalHoldAt === null) objects.push(...((await removeRow(context, tx, row, { reason })) ?? []));
    else await releaseFrames(tx, { mediaId: row.id, attempt: row.attempt, reason });
  }
  await writeLines(
    tx,
    rows.map((row) => lineOf(context, row, owner)),
  );
  return objects;
}

/** Why a request has no answer: the picture that is at fault, else the analysis. */
function refusalOf(ids: readonly string[], rows: readonly MediaRow[]): Error {
  const refused = rows.find(({ state }) => state === 'refused');
  if (refused) return new PictureRefused(ids.indexOf(refused.id), undecodable(refused));
  const failed = rows.find(({ state }) => state === 'failed');
  return new AppError('analysis_unavailable', { detail: failed?.moderationError ?? 'no verdict in time' });
}

type Ended = { objects: string[]; failure: Error | null; checked: Checked[] };

async function endLocked(context: FinishContext, tx: Tx, owner: Owner, { ids, isGivenUp }: Ending): Promise<Ended> {
  const found = await tx
    .select({ row: media, analysis: analysisTable.analysis, moderation: analysisTable.moderation })
    .from(media)
    .leftJoin(analysisTable, and(eq(analysisTable.mediaId, media.id), eq(analysisTable.attempt, media.attempt)))
    .where(and(inArray(media.id, [...ids]), eq(media.kept, false)))
    .orderBy(asc(media.id))
    .for('update', { of: media });
  const rows = found.map(({ row }) => row);
  // What was written while this waited for its row is seen by the next statement alone.
  const isLate = found.some(({ row, analysis }) => row.state === 'done' && analysis === null);
  const late = isLate ? await newestResults(tx, ids) : null;
  const complete = found.flatMap(({ row, analysis, moderation }) => {
    if (row.state !== 'done') return [];
    const result = analysis && moderation ? { analysis, moderation } : late?.get(row.id);
    // What the door cannot answer with is no verdict to its caller: it is not charged.
    return result && (owner.answers?.(result) ?? true) ? [{ row, result }] : [];
  });
  if (isGivenUp || complete.length < ids.length)
    return { objects: await giveUp(context, tx, rows, owner), failure: refusalOf(ids, rows), checked: [] };
  const done = new Map<string, Awaited<ReturnType<typeof chargeOne>>>();
  for (const { row, result } of complete) done.set(row.id, await chargeOne(context, tx, row, { result, owner }));
  const all = ids.flatMap((id) => done.get(id) ?? []);
  return { objects: all.flatMap(({ objects }) => objects), failure: null, checked: all.map(({ checked }) => checked) };
}

type Ending = { ids: readonly string[]; isGivenUp: boolean };

async function end(context: FinishContext, owner: Owner, ending: Ending): Promise<Ended> {
  const ended = await context.db.transaction((tx) => endLocked(context, tx, owner, ending));
  for (const { analysis, framesCharged } of ended.checked)
    if (framesCharged > 0) context.metrics.frames.inc({ kind: analysis.video ? 'video' : 'picture' }, framesCharged);
  await removeSoon(context, ended.objects);
  return ended;
}

/**
 * Ends the checks of one request, whose rows it locks: what is answered is charged, and nothing else. A verdict that came at the last
 * moment counts. Their files go afterwards; a process that dies here leaves that to the sweep.
 * @param ids in the order of the answers
 * @throws PictureRefused, AppError analysis_unavailable: nothing was charged
 */
export async function finishChecks(context: FinishContext, owner: Owner, ids: readonly string[]): Promise<Checked[]> {
  const { failure, checked } = await end(context, owner, { ids, isGivenUp: false });
  if (failure) throw failure;
  return checked;
}

/** The same where nobody waits for an answer: frames go back, whatever was found. */
export async function abandonChecks(context: FinishContext, owner: Owner, ids: readonly string[]): Promise<void> {
  await end(context, owner, { ids, isGivenUp: true });
}
