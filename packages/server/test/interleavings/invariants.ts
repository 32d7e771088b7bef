import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { analysis, decision, knownPicture, machineVerdict, media, usageEntry } from '../../src/db/schema.ts';
import { objectKeys } from '../../src/moderation/item/item-files.ts';
import { framesOf, type MediaRow } from '../../src/moderation/item/media-row.ts';
import type { Told } from './arena.ts';
import type { Stage } from './operations.ts';

type DecisionRow = typeof decision.$inferSelect;
type AnalysisRow = typeof analysis.$inferSelect;
/** An item with everything that hangs on it, oldest first. */
type Seen = { item: MediaRow | undefined; decisions: DecisionRow[]; analyses: AnalysisRow[]; told: readonly Told[] };

async function look({ arena, id }: Stage): Promise<Seen> {
  const { db } = arena.context;
  const [item] = await db.select().from(media).where(eq(media.id, id));
  const decisions = await db.select().from(decision).where(eq(decision.mediaId, id)).orderBy(asc(decision.at), decision.id);
  const analyses = await db.select().from(analysis).where(eq(analysis.mediaId, id)).orderBy(asc(analysis.attempt));
  return { item, decisions, analyses, told: arena.told.get(id) ?? [] };
}

const standingOf = (decisions: readonly DecisionRow[]) =>
  decisions.findLast(({ undoneAt, overruledAt }) => undoneAt === null && overruledAt === null);
const flagOf = (row: AnalysisRow | undefined): boolean | null => (row ? !row.moderation.passed : null);

/** The item shows the decision that stands, else its newest result, else what the policy makes of a failure. */
function* shown({ item, decisions, analyses }: Seen): Generator<string> {
  if (!item) return;
  const standing = standingOf(decisions);
  const { moderationFlagged: flag } = item;
  if (standing && flag !== standing.to) yield `the item shows ${flag}, the decision that stands says ${standing.to}`;
  const newest = flagOf(analyses.at(-1));
  if (!standing && newest !== null && flag !== newest) yield `the item shows ${flag}, its newest result says ${newest}`;
  if (!standing && newest === null && flag === false) yield 'the item is Safe without a result and without a decision';
  if ((flag === null) !== (item.moderationCheckedAt === null)) yield 'verdict and time of the check do not go together';
  if (standing && (item.needsReview || item.sampled)) yield 'somebody is asked to look at a decided item';
  if (item.decided !== (standing !== undefined))
    yield `a decision stands: ${standing !== undefined}, the item says ${item.decided}`;
  const isDue = !standing && (flag === true || item.needsReview || item.sampled || item.state === 'failed');
  if (item.waiting !== isDue) yield `a person should decide: ${isDue}, the item waits: ${item.waiting}`;
  if (item.state === 'done' && analyses.at(-1)?.attempt !== item.attempt) yield 'it is done without a result of its attempt';
}

/** Each decision begins where the item stood: at the one before that held then, else at the result that the person saw. */
function* joined({ decisions, analyses }: Seen): Generator<string> {
  for (const [index, { at, attempt, from }] of decisions.entries()) {
    const held = (end: Date | null) => end === null || end > at;
    const before = decisions.slice(0, index).findLast(({ undoneAt, overruledAt }) => held(undoneAt) && held(overruledAt));
    const base = flagOf(analyses.find((row) => row.attempt === attempt));
    const isRejected = !before && attempt === null && from === true;
    const expected = before ? before.to : base;
    if (from !== expected && !isRejected) yield `decision ${index + 1} begins at ${from}, the item stood at ${expected}`;
  }
}

/** Frames are held by work under way only, and each order is charged once. */
async function* ledger({ arena, id }: Stage, { item, analyses }: Seen): AsyncGenerator<string> {
  const { db } = arena.context;
  const entries = await db.select().from(usageEntry).where(eq(usageEntry.mediaId, id));
  const ends = entries.filter(({ kind }) => kind !== 'reserve');
  const open = entries.filter((entry) => entry.kind === 'reserve' && !ends.some(({ attempt }) => attempt === entry.attempt));
  const running = item?.state === 'queued' ? framesOf(item) : 0;
  const held = open.reduce((sum, { frames }) => sum + frames, 0);
  if (held !== running) yield `${held} frames are held, work under way needs ${running}`;
  const charged = entries.filter(({ kind }) => kind === 'commit');
  if (new Set(charged.map(({ order }) => order)).size !== charged.length) yield 'an order was charged twice';
  if (item && charged.length !== analyses.length) yield `${charged.length} orders were charged for ${analyses.length} results`;
  const { rows } = await db.execute(sql`select p.used, p.reserved,
    (select coalesce(sum(e.frames), 0)::int from usage_entry e where e.period_id = p.id and e.kind = 'commit') as charged,
    (select coalesce(sum(e.frames), 0)::int from usage_entry e where e.period_id = p.id and e.kind = 'reserve' and not exists (
      select from usage_entry f where f.media_id = e.media_id and f.attempt = e.attempt and f.kind <> 'reserve')) as held
    from usage_period p where p.account_id = ${arena.accountId}`);
  const [period] = rows;
  if (period?.used !== period?.charged) yield `the period counts ${period?.used} used frames, its entries ${period?.charged}`;
  if (period?.reserved !== period?.held) yield `the period counts ${period?.reserved} held frames, its entries ${period?.held}`;
}

/** Objects that no item names and that the database knows all the same: they are still coming, or about to go. */
async function expectedObjects({ arena }: Stage): Promise<Set<string>> {
  const { rows } = await arena.context.db.execute<{ key: string }>(
    sql`select key from pending_object where key like ${`${arena.accountId}/%`}
        union select key from object_removal where key like ${`${arena.accountId}/%`}`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** No file without a row that names it, no row without its files, and what is withheld is as it was found. */
async function* files(stage: Stage, { item }: Seen): AsyncGenerator<string> {
  const { arena, id, heldBytes } = stage;
  const named = new Set(item ? objectKeys(item) : []);
  const unnamed = [...arena.objects.keys()].filter((key) => key.includes(id) && !named.has(key));
  const expected = unnamed.length > 0 ? await expectedObjects(stage) : new Set();
  for (const key of unnamed) if (!expected.has(key)) yield `no row names the file ${key.split('/').at(-1)}`;
  for (const key of named) if (!arena.objects.has(key)) yield `the row names a file that is not there: ${key.split('/').at(-1)}`;
  if (!item?.legalHoldAt || !heldBytes) return;
  if (!arena.objects.get(item.objectKey)?.equals(heldBytes)) yield 'the original changed while it was withheld';
}

/** The picture is known by the decision that stands, or not at all. */
async function* known({ arena, id, isForgotten }: Stage, { item, decisions, analyses }: Seen): AsyncGenerator<string> {
  if (!item) return;
  const { db } = arena.context;
  const [row] = await db.select().from(knownPicture).where(eq(knownPicture.mediaId, id));
  const standing = standingOf(decisions);
  if (row && !standing) yield 'the picture is known by a decision that does not stand';
  if (row && standing && (row.list === 'block') !== standing.to) yield 'the picture is known by another decision';
  if (!row && standing && analyses.length > 0 && !isForgotten) yield 'the decided picture is not known';
  const newest = await db
    .select({ attempt: machineVerdict.attempt })
    .from(machineVerdict)
    .where(and(eq(machineVerdict.mediaId, id), eq(machineVerdict.newest, true)))
    .orderBy(desc(machineVerdict.attempt));
  if (newest.length > 1 || newest[0]?.attempt !== analyses.at(-1)?.attempt) yield 'the newest result is not marked as such';
}

/** What holds at any moment between two transactions. */
export async function structureFaults(stage: Stage): Promise<string[]> {
  const seen = await look(stage);
  const faults = [...shown(seen), ...joined(seen)];
  for await (const fault of files(stage, seen)) faults.push(fault);
  for await (const fault of ledger(stage, seen)) faults.push(fault);
  for await (const fault of known(stage, seen)) faults.push(fault);
  const until = stage.overruledUntil;
  if (seen.decisions.some(({ at, overruledAt }) => overruledAt !== null && (until === null || at > until)))
    faults.push('a decision was overruled that nobody asked to overrule');
  const kept = new Set(seen.decisions.map(({ id }) => id));
  if (seen.item && [...stage.decided].some((id) => !kept.has(id))) faults.push('an acknowledged decision is not in the log');
  if (stage.isDeleted && seen.item) faults.push('a deleted item is there');
  if (!stage.isDeleted && !seen.item) faults.push('the item is gone, and nobody deleted it');
  return faults;
}

/** Longer than a step takes that was begun: what is sent later was still waiting when it ceased to hold. */
const LATE_MS = 60_000;

/** When a decision ceased to be worth telling: within its hold it was overruled, or replaced by one that was kept. */
function endOf(made: DecisionRow, decisions: readonly DecisionRow[]): Date | null {
  const { at, undoableUntil, overruledAt } = made;
  if (undoableUntil === null) return null;
  const next = decisions.find((other) => other.at > at && other.undoneAt === null);
  return [overruledAt, next?.at ?? null].find((end) => end !== null && end < undoableUntil) ?? null;
}

/** Nothing is told before its hold is over, nor first when it holds no more. */
function* toldInTime({ decisions, told }: Seen): Generator<string> {
  for (const made of decisions) {
    const first = told.find(({ decisionId }) => decisionId === made.id);
    if (!first) continue;
    if (made.undoableUntil && first.sentAt < made.undoableUntil.getTime())
      yield 'a hook was told of a decision before its hold was over';
    const end = endOf(made, decisions);
    if (end && first.sentAt > end.getTime() + LATE_MS) yield 'a hook was told of a decision that held no more';
  }
}

/** What hooks were told, once everything due was delivered, is what the item shows. */
export async function toldFaults(stage: Stage): Promise<string[]> {
  const seen = await look(stage);
  const { item, decisions, analyses, told } = seen;
  if (!item) return [];
  const faults = [...toldInTime(seen)];
  const undone = new Set(decisions.filter(({ undoneAt }) => undoneAt !== null).map(({ id }) => id));
  if (told.some(({ decisionId }) => decisionId !== null && undone.has(decisionId)))
    faults.push('a hook was told of what was undone');
  const accepted = told.filter((event) => event.accepted).sort((first, second) => first.at - second.at);
  const last = accepted.at(-1);
  const standing = standingOf(decisions);
  const result = analyses.at(-1);
  if (result && !accepted.some(({ at }) => at >= result.createdAt.getTime()))
    faults.push('no hook was told of the newest result');
  if (standing?.to && !accepted.some(({ decisionId, passed }) => decisionId === standing.id && !passed))
    faults.push('no hook was told of the Fail that stands');
  if (standing?.to && last?.passed) faults.push('the Fail that stands was not told last');
  const isLater = result !== undefined && (standing?.attempt ?? 0) < result.attempt;
  if (standing && isLater && last?.passed === standing.to)
    faults.push('a result that came after the decision was told otherwise');
  if (!standing && item.moderationFlagged !== null && last?.passed !== !item.moderationFlagged)
    faults.push(`the item shows ${item.moderationFlagged}, hooks were told ${last ? `passed: ${last.passed}` : 'nothing'}`);
  if (!standing && item.moderationFlagged === null && last) faults.push('hooks were told of an item that is Not checked');
  return faults;
}
