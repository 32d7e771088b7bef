import {
  categoryNames,
  type Policy,
  type PolicyVerdict,
  rulesOf,
  type WhatIf,
  type WhatIfFlip,
  type WhatIfInput,
  whatIfPageSize,
} from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import { ThreadOverdue } from '../../threads/threads.ts';
import { judgeAll } from '../judge/reach-verdict.ts';
import { meetKeywordsTask } from './meet-keywords.ts';
import { pause, READ_BATCH, startBudget, type TimeLeft } from './time-budget.ts';
import { type Flipped, showExamples } from './what-if-examples.ts';
import { newestChecked, type StoredItem, type StoredWords, storedItems, storedWords } from './what-if-items.ts';

type TryContext = Pick<Context, 'clock' | 'db' | 'fileUrls' | 'threads'>;

/** Items whose words are read and looked through at a time: an item's may have 50 kB. */
const WORDS_BATCH = 125;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What the scores and the file's own declaration make of an item. */
function byScores(item: StoredItem, policy: Policy) {
  const { flagged, needs_review, flagged_categories, review_categories } = judgeAll(item, policy);
  const verdict: PolicyVerdict = flagged ? 'flagged' : needs_review ? 'review' : 'safe';
  return { verdict, ofMinors: [...flagged_categories, ...review_categories].includes('minor_safety') };
}

/** The verdict over all that decides: a known picture comes before the scores (moderation/judge/apply-match.ts), keywords after both. */
function verdictOf(
  { verdict, ofMinors }: ReturnType<typeof byScores>,
  known: StoredWords['known'],
  meetsKeywords: boolean,
): PolicyVerdict {
  if (known === 'block' || !meetsKeywords) return 'flagged';
  return known === 'allow' && !ofMinors ? 'safe' : verdict;
}

type Change = { accountId: string; before: Policy; after: Policy };
/** `tried`: how many items, from the first on, there was time for. */
type Tried = { tried: number; flipped: Flipped[] };

/** Of a batch those whose verdict the change flips. Words are only read where they can decide, and looked through in a thread. */
async function flippedOf(
  { db, threads }: TryContext,
  items: StoredItem[],
  { accountId, before, after }: Change,
  timeLeft: TimeLeft,
): Promise<Tried> {
  const sameWords = isSame(before.keywords, after.keywords);
  const judged = items.map((item, place) => ({ id: item.id, place, was: byScores(item, before), is: byScores(item, after) }));
  // With the same lists only scores can flip an item.
  const open = judged.filter(({ was, is }) => !sameWords || was.verdict !== is.verdict || was.ofMinors !== is.ofMinors);
  const rules = { before: before.keywords, after: sameWords ? null : after.keywords };
  const flipped: Flipped[] = [];
  for (let start = 0; start < open.length; start += WORDS_BATCH) {
    const some = open.slice(start, start + WORDS_BATCH);
    const words = await storedWords(
      db,
      some.map(({ id }) => id),
    );
    const texts = some.map(({ id }) => words.get(id)?.text ?? '');
    const met = await meet(threads, { ...rules, texts }, accountId, timeLeft());
    met.forEach(([metBefore, metAfter], n) => {
      const item = some[n];
      if (!item) return;
      const known = words.get(item.id)?.known ?? null;
      const from = verdictOf(item.was, known, metBefore);
      const to = verdictOf(item.is, known, metAfter);
      if (from !== to) flipped.push({ id: item.id, from, to });
    });
    const missed = some[met.length];
    if (missed) return { tried: missed.place, flipped };
  }
  return { tried: items.length, flipped };
}

type Words = Parameters<typeof meetKeywordsTask.run>[0];

async function meet(threads: TryContext['threads'], words: Words, accountId: string, budgetMs: number) {
  if (budgetMs <= 0) return [];
  try {
    return await threads.run(meetKeywordsTask, words, { key: accountId, budgetMs });
  } catch (error) {
    if (error instanceof ThreadOverdue) return [];
    throw error;
  }
}

/**
 * What a change would make of the newest checked items, from stored scores and texts: nothing is analysed and nothing changed. Both
 * sides of the comparison are judged anew, so that a policy compared with itself flips nothing.
 * @param nowMs milliseconds of a clock that only runs forward
 */
export async function tryChange(
  context: TryContext,
  accountId: string,
  { items: asked, limits, keywords, page = 1 }: WhatIfInput,
  nowMs: () => number = performance.now.bind(performance),
): Promise<WhatIf> {
  const timeLeft = startBudget(nowMs);
  const before = await readPolicy(context.db, accountId);
  const after = { ...before, ...limits, keywords: keywords ? rulesOf(keywords, before.keywords) : before.keywords };
  const change = { accountId, before, after };
  const ids = await newestChecked(context.db, accountId, asked);
  const flipped: Flipped[] = [];
  const scored = new Set<string>();
  let checked = 0;
  let unread = 0;
  while (checked < ids.length && (checked === 0 || timeLeft() > 0)) {
    const batch = ids.slice(checked, checked + READ_BATCH);
    const stored = await storedItems(context.db, batch);
    const found = await flippedOf(context, stored, change, timeLeft);
    unread += stored.slice(0, found.tried).filter(({ isUnread }) => isUnread).length;
    for (const { scores } of stored.slice(0, found.tried)) for (const name of Object.keys(scores)) scored.add(name);
    flipped.push(...found.flipped);
    const missed = stored[found.tried];
    checked += missed ? batch.indexOf(missed.id) : batch.length;
    if (missed) break;
    await pause();
  }
  const shown = await showExamples(context, flipped, page);
  return {
    items_checked: checked,
    not_read: unread,
    is_complete: checked === ids.length,
    assessed: categoryNames.filter((name) => scored.has(name)),
    flips: sumUp(flipped, shown.decisions),
    examples: shown.examples,
    pages: Math.ceil(flipped.length / whatIfPageSize),
  };
}

/** Items by the way they go, and how many of them a person decided as the change would. */
function sumUp(flipped: readonly Flipped[], decisions: ReadonlyMap<string, boolean>): WhatIfFlip[] {
  const ways = new Map<string, WhatIfFlip>();
  for (const { id, from, to } of flipped) {
    const way = ways.get(`${from} ${to}`) ?? { from, to, items: 0, decided: 0, agrees: 0 };
    ways.set(`${from} ${to}`, way);
    way.items += 1;
    const failed = decisions.get(id);
    if (failed === undefined) continue;
    way.decided += 1;
    if (failed === (to === 'flagged')) way.agrees += 1;
  }
  return [...ways.values()].sort((one, other) => other.items - one.items);
}
