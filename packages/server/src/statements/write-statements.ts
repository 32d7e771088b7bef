import { AppealWords, type Label, labelFor, type StatementSettings } from '@clearframe/contract';
import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { author, decision, machineVerdict, media, type StatementContent, statement, statementSettings } from '../db/schema.ts';
import { readLabels } from '../labels/read-labels.ts';
import { type DecisionRow, standingDecision } from '../moderation/item/decision-rows.ts';
import type { MediaRow } from '../moderation/item/media-row.ts';
import { newId } from '../security/new-id.ts';
import { platformName } from './platform-name.ts';
import { automationOf, type DecidedBy, factsOf, type Seen } from './state-facts.ts';
import { readStatementSettings } from './statement-settings.ts';
import { tellOfStatement } from './tell-statements.ts';

type WriteContext = Pick<Context, 'clock' | 'config' | 'db' | 'fileUrls' | 'live' | 'secrets'>;

/** Read at a time: nobody waits for a long transaction. */
const batch = 200;
/** Automatic flags are looked for this far back: an analysis that takes longer is none. */
const flagDays = 7;

async function seenAt(tx: Tx, mediaId: string, attempt: number | null): Promise<Seen | undefined> {
  if (attempt === null) return undefined;
  const [seen] = await tx
    .select()
    .from(machineVerdict)
    .where(and(eq(machineVerdict.mediaId, mediaId), eq(machineVerdict.attempt, attempt)));
  return seen;
}

async function authorOf(tx: Tx, { authorId }: MediaRow): Promise<string | null> {
  if (authorId === null) return null;
  // Whoever erases them now waits, and finds this statement.
  const [found] = await tx.select({ externalId: author.externalId }).from(author).where(eq(author.id, authorId)).for('key share');
  return found?.externalId ?? null;
}

function inMonths(now: Date, months: number): Date {
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() + months);
  return until;
}

/** What the account says of appeals, if it says anything. */
function wordsOf(settings: StatementSettings): Pick<StatementContent, 'words'> {
  const words = AppealWords.parse(settings);
  return Object.values(words).some((text) => text !== '') ? { words } : {};
}

type Found = { item: MediaRow; label: Label; by: DecidedBy; seen: Seen | undefined; attempt: number | null; made?: DecisionRow };

/** Writes one statement and tells hooks of it, unless it is there. Statements of an account are numbered one after the other. */
async function write(
  context: WriteContext,
  tx: Tx,
  now: Date,
  settings: StatementSettings,
  { item, label, by, seen, attempt, made }: Found,
): Promise<void> {
  const { accountId, id: mediaId } = item;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`statements of ${accountId}`}, 0))`);
  const source = made?.source ?? 'voluntary';
  const content: StatementContent = {
    facts: factsOf(item.video ? 'video' : 'picture', seen, by, source),
    ground: label.ground,
    label: { key: label.key, name: label.name, text: label.text },
    reference: label.ground === 'illegal' ? label.legal_reference : label.terms_reference,
    reference_url: label.reference_url,
    ...automationOf(seen, by),
    source,
    restriction: label.restriction,
    platformName: await platformName(tx, accountId),
    contact: settings.contact || null,
    outOfCourt: settings.out_of_court || null,
    ...(item.contentCredentials?.synthetic === 'declared' ? { synthetic: true } : {}),
    ...wordsOf(settings),
  };
  const failed = and(eq(decision.mediaId, mediaId), eq(decision.to, true), isNull(decision.undoneAt), isNotNull(decision.userId));
  const deciders = tx.selectDistinct({ id: decision.userId }).from(decision).where(failed);
  const { rows: written } = await tx.execute<{ id: string }>(sql`
    insert into ${statement}
      (id, account_id, number, media_id, decision_id, attempt, author_id, content, deciders, appeal_until, created_at)
    select ${newId()}::uuid, ${accountId}::uuid, coalesce(max(number), 0) + 1, ${mediaId}::uuid, ${made?.id ?? null}::uuid,
      ${made ? null : attempt}::int, ${await authorOf(tx, item)}::text, ${JSON.stringify(content)}::jsonb, array${deciders},
      ${inMonths(now, settings.appeal_months).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from ${statement} where account_id = ${accountId}::uuid
    on conflict do nothing returning id`);
  for (const { id } of written) await tellOfStatement(context, tx, id, item);
}

const lockItem = async (tx: Tx, id: string): Promise<MediaRow | undefined> =>
  (await tx.select().from(media).where(eq(media.id, id)).for('update'))[0];

/** A later decision that may still be undone: then this one would hold again. */
async function isInDoubt(tx: Tx, made: DecisionRow, now: Date): Promise<boolean> {
  const later = sql`(${decision.at}, ${decision.id}) > (${made.at.toISOString()}::timestamptz, ${made.id}::uuid)`;
  const held = and(eq(decision.mediaId, made.mediaId), isNull(decision.undoneAt), sql`${decision.undoableUntil} > ${now}`, later);
  return (await tx.$count(decision, held)) > 0;
}

async function writeForDecision(context: WriteContext, tx: Tx, dueId: string, mediaId: string): Promise<boolean> {
  const now = context.clock.now();
  const item = await lockItem(tx, mediaId);
  const [made] = await tx.select().from(decision).where(eq(decision.id, dueId));
  if (!item || !made?.statementDue || (await isInDoubt(tx, made, now))) return false;
  await tx.update(decision).set({ statementDue: false }).where(eq(decision.id, made.id));
  // Undone, overruled by an analysis, or another decision holds: it never was final.
  if ((await standingDecision(tx, mediaId))?.id !== made.id) return false;
  const settings = await readStatementSettings(tx, made.accountId);
  if (settings.mode === 'off') return false;
  const labels = await readLabels(tx, made.accountId);
  const seen = await seenAt(tx, mediaId, made.attempt);
  const label = labels.find(({ id, key }) => id === made.labelId || key === made.labelKey) ?? labelFor(labels, undefined);
  await write(context, tx, now, settings, {
    item,
    label,
    by: made.tokenName === null ? 'person' : 'program',
    seen,
    attempt: null,
    made,
  });
  return true;
}

/** Of Fails whose undo time is over. A decision says itself that its statement is due, so a process that dies here loses none. */
async function writeForDecisions(context: WriteContext, signal: AbortSignal): Promise<number> {
  const { clock, db } = context;
  let count = 0;
  let last: { at: Date; id: string } | undefined;
  for (;;) {
    const now = clock.now();
    const after = last && sql`(${decision.at}, ${decision.id}) > (${last.at.toISOString()}::timestamptz, ${last.id}::uuid)`;
    const due = await db
      .select({ id: decision.id, mediaId: decision.mediaId, at: decision.at })
      .from(decision)
      .where(and(eq(decision.statementDue, true), or(isNull(decision.undoableUntil), lte(decision.undoableUntil, now)), after))
      .orderBy(asc(decision.at), asc(decision.id))
      .limit(batch);
    for (const { id, mediaId } of due) {
      signal.throwIfAborted();
      if (await db.transaction((tx) => writeForDecision(context, tx, id, mediaId))) count += 1;
    }
    last = due.at(-1);
    if (due.length < batch) return count;
  }
}

async function writeForFlag(context: WriteContext, tx: Tx, now: Date, mediaId: string): Promise<boolean> {
  const item = await lockItem(tx, mediaId);
  if (!item?.moderationFlagged || item.decided) return false;
  const settings = await readStatementSettings(tx, item.accountId);
  if (settings.mode !== 'all') return false;
  const labels = await readLabels(tx, item.accountId);
  const [verdict] = await tx
    .select()
    .from(machineVerdict)
    .where(eq(machineVerdict.mediaId, mediaId))
    .orderBy(desc(machineVerdict.attempt))
    .limit(1);
  const categories = new Set<string>(verdict?.categories);
  const label =
    labels.find(({ active, built_in, categories: of }) => active && !built_in && of.some((one) => categories.has(one))) ??
    labels.find(({ active, categories: of }) => active && of.some((one) => categories.has(one))) ??
    labelFor(labels, undefined);
  await write(context, tx, now, settings, { item, label, by: 'nobody', seen: verdict, attempt: item.attempt });
  return true;
}

/** Of automatic flags, where an account wants them explained too. */
async function writeForFlags(context: WriteContext, signal: AbortSignal): Promise<number> {
  const { clock, db } = context;
  let count = 0;
  const accounts = await db
    .select()
    .from(statementSettings)
    .where(and(eq(statementSettings.mode, 'all'), isNotNull(statementSettings.allSince)));
  for (const { accountId, allSince } of accounts) {
    const now = clock.now();
    const since = new Date(Math.max(allSince?.getTime() ?? 0, now.getTime() - flagDays * 24 * 3_600_000)).toISOString();
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await db.execute<{ id: string }>(sql`
        select m.id from ${media} m where m.account_id = ${accountId}::uuid and m.moderation_flagged and m.kept and not m.decided
          and m.state in ('done', 'failed') and m.created_at >= ${since}::timestamptz
          and not exists (select from ${statement} s where s.media_id = m.id and s.attempt = m.attempt and s.decision_id is null)
        order by m.created_at limit ${batch}`);
      let written = 0;
      for (const { id } of rows) if (await db.transaction((tx) => writeForFlag(context, tx, now, id))) written += 1;
      count += written;
      if (rows.length < batch || written === 0) break;
    }
  }
  return count;
}

/** Writes every statement that is due. Repeated, and by two processes at once, it writes none twice. Returns how many. */
export async function writeStatements(context: WriteContext, signal: AbortSignal): Promise<number> {
  return (await writeForDecisions(context, signal)) + (await writeForFlags(context, signal));
}
