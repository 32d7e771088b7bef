import { type Category, type ChatEvent, categories, type Moderation } from '@clearframe/contract';
import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { account, analysis, chatHook, chatTold, media, chatMessage as messages } from '../../db/schema.ts';
import { caseMessage } from './case-message.ts';
import { chatMessage, type Digest } from './chat-message.ts';
import { waitingCases } from './waiting-cases.ts';

type CollectContext = Pick<Context, 'clock' | 'config' | 'db'>;
type HookRow = typeof chatHook.$inferSelect;
type Waiting = { id: string; event: ChatEvent; since: Date };

/** Older ones are no news: a hook that was away for days does not tell of all of them. */
const NEWS_MS = 48 * 3_600_000;
/** What was told is remembered for longer than it is news. */
const TOLD_MS = 72 * 3_600_000;
/** Of one digest. What is beyond comes with the next. */
const ITEMS_MAX = 1_000;
/** More at once are one message, whatever the hook wants. */
const SINGLE_MAX = 20;

const ofEvent: Partial<Record<ChatEvent, SQL | undefined>> = {
  flagged: eq(media.moderationFlagged, true),
  review: and(eq(media.needsReview, true), eq(media.moderationFlagged, false)),
  analysis_failed: and(eq(media.state, 'failed'), isNull(media.moderationFlagged)),
};

/**
 * Makes the messages of every hook that is due: rows that another step sends. An item is counted once for each hook, and only while nobody
 * has decided it. Counting and message are one transaction, so that a process that dies tells of nothing twice and forgets nothing.
 * @returns how many messages were made
 */
export async function collectMessages(context: CollectContext, signal: AbortSignal): Promise<number> {
  const { clock, db } = context;
  await db.delete(chatTold).where(lt(chatTold.at, new Date(clock.now().getTime() - TOLD_MS)));
  await db.delete(messages).where(lt(messages.createdAt, new Date(clock.now().getTime() - TOLD_MS)));
  const due = await db
    .select({ id: chatHook.id })
    .from(chatHook)
    .innerJoin(account, eq(account.id, chatHook.accountId))
    .where(and(eq(chatHook.isActive, true), isNull(account.deletedAt), lte(chatHook.nextDigestAt, clock.now())));
  let made = 0;
  for (const { id } of due) {
    signal.throwIfAborted();
    made += await db.transaction((tx) => collectFor(context, tx, id));
  }
  return made;
}

async function collectFor({ clock, config }: CollectContext, tx: Tx, id: string): Promise<number> {
  const now = clock.now();
  const [hook] = await tx
    .select()
    .from(chatHook)
    .where(and(eq(chatHook.id, id), eq(chatHook.isActive, true), lte(chatHook.nextDigestAt, now)))
    .for('update', { skipLocked: true });
  if (!hook) return 0;
  const found = await waitingItems(tx, hook, now);
  const cases = await waitingCases(tx, hook, { now, newsMs: NEWS_MS });
  if (found.length + cases.length === 0) return 0;
  const told = [...found.map(({ id: mediaId }) => mediaId), ...cases.map((one) => one.told)];
  await tx.insert(chatTold).values(told.map((mediaId) => ({ hookId: id, mediaId, at: now })));
  const isSingle = hook.digestMinutes === 0 && found.length <= SINGLE_MAX;
  const groups = isSingle ? found.map((one) => [one]) : [found].filter((group) => group.length > 0);
  const reasons = await reasonsOf(tx, found);
  const bodies = groups.map((group) => chatMessage(hook.kind, digestOf(group, { reasons, now, publicUrl: config.publicUrl })));
  if (cases.length > 0) bodies.push(caseMessage(hook.kind, cases, config.publicUrl));
  const waiting = { hookId: id, state: 'waiting', nextAttemptAt: now, createdAt: now } as const;
  await tx.insert(messages).values(bodies.map((body) => ({ ...waiting, body })));
  const nextDigestAt = new Date(now.getTime() + hook.digestMinutes * 60_000);
  await tx.update(chatHook).set({ nextDigestAt }).where(eq(chatHook.id, id));
  return bodies.length;
}

async function waitingItems(tx: Tx, hook: HookRow, now: Date): Promise<Waiting[]> {
  const wanted = hook.events.flatMap((event) => ofEvent[event] ?? []);
  if (wanted.length === 0) return [];
  const since = sql<Date>`coalesce(${media.moderationCheckedAt}, ${media.createdAt})`.mapWith(media.createdAt);
  const told = tx
    .select({ one: sql`1` })
    .from(chatTold)
    .where(and(eq(chatTold.hookId, hook.id), eq(chatTold.mediaId, media.id)));
  const rows = await tx
    .select({ id: media.id, flagged: media.moderationFlagged, state: media.state, since })
    .from(media)
    .where(
      and(
        eq(media.accountId, hook.accountId),
        eq(media.waiting, true),
        eq(media.kept, true),
        gt(media.createdAt, new Date(now.getTime() - NEWS_MS)),
        gte(since, hook.since),
        or(...wanted),
        notExists(told),
      ),
    )
    .orderBy(desc(media.createdAt))
    .limit(ITEMS_MAX);
  return rows.map(({ id, flagged, state, since: from }) => ({
    id,
    since: from,
    event: flagged ? 'flagged' : state === 'failed' ? 'analysis_failed' : 'review',
  }));
}

/** Names of our own for why each waits. */
async function reasonsOf(tx: Tx, found: readonly Waiting[]): Promise<Map<string, string[]>> {
  const ids = found.filter(({ event }) => event !== 'analysis_failed').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([analysis.mediaId], { id: analysis.mediaId, moderation: analysis.moderation })
    .from(analysis)
    .where(inArray(analysis.mediaId, ids))
    .orderBy(analysis.mediaId, desc(analysis.attempt));
  return new Map(rows.map(({ id, moderation }) => [id, reasonNames(moderation)]));
}

function reasonNames({ ai_analysis: ai, author_rule: rule, keyword_check: keywords, match }: Moderation): string[] {
  const labelled = (names: readonly Category[]) => names.map((name) => categories[name].label);
  return [
    ...labelled(ai.flagged_categories.length > 0 ? ai.flagged_categories : ai.review_categories),
    ...(keywords.passed ? [] : ['keyword']),
    ...(match?.applied && match.list === 'block' ? ['known picture'] : []),
    ...(rule === 'blocked' ? ['blocked author'] : []),
  ];
}

function digestOf(
  group: readonly Waiting[],
  { reasons, now, publicUrl }: { reasons: ReadonlyMap<string, readonly string[]>; now: Date; publicUrl: string },
): Digest {
  const counted = new Map<string, number>();
  for (const { id } of group) for (const name of reasons.get(id) ?? []) counted.set(name, (counted.get(name) ?? 0) + 1);
  const of = (event: ChatEvent) => group.filter((one) => one.event === event).length;
  return {
    flagged: of('flagged'),
    review: of('review'),
    failed: of('analysis_failed'),
    reasons: counted,
    oldestMs: Math.max(...group.map(({ since }) => now.getTime() - since.getTime())),
    links: group.map(({ id }) => `${publicUrl}/dashboard/media/${id}`),
    queue: `${publicUrl}/dashboard/media?status=undecided`,
  };
}
