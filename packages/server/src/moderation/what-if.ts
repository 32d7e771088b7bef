import {
  categoryNames,
  judgeScores,
  keywordTest,
  normaliseText,
  type Policy,
  type PolicyVerdict,
  rulesOf,
  type WhatIf,
  type WhatIfFlip,
  type WhatIfInput,
  whatIfPageSize,
} from '@clearframe/contract';
import type { Context } from '../context.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { type Flipped, showExamples } from './what-if-examples.ts';
import { newestChecked, type StoredItem, type StoredWords, storedItems, storedWords } from './what-if-items.ts';

type TryContext = Pick<Context, 'clock' | 'db' | 'storage'>;

/** How long the trying may take; what was tried until then is the answer. */
const BUDGET_MS = 2_000;
/** Items in memory at a time; between two of these other requests are served. */
const BATCH = 500;

/** Lets requests that wait be served. */
const pause = () => new Promise((resolve) => setImmediate(resolve));

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What the scores alone make of an item. */
function byScores({ scores }: StoredItem, { thresholds }: Pick<Policy, 'thresholds'>) {
  const { flagged, needs_review, flagged_categories, review_categories } = judgeScores(scores, thresholds);
  const verdict: PolicyVerdict = flagged ? 'flagged' : needs_review ? 'review' : 'safe';
  return { verdict, ofMinors: [...flagged_categories, ...review_categories].includes('minor_safety') };
}

/** The verdict over all that decides: a known picture comes before the scores (moderation/apply-match.ts), keywords after both. */
function verdictOf(
  { verdict, ofMinors }: ReturnType<typeof byScores>,
  known: StoredWords['known'],
  meetsKeywords: boolean,
): PolicyVerdict {
  if (known === 'block' || !meetsKeywords) return 'flagged';
  return known === 'allow' && !ofMinors ? 'safe' : verdict;
}

type Change = { before: Policy; after: Policy };

/** Of a batch those whose verdict the change flips. Words are only read where they can decide. */
async function flippedOf({ db }: TryContext, items: StoredItem[], { before, after }: Change): Promise<Flipped[]> {
  const sameWords = isSame(before.keywords, after.keywords);
  const [meetBefore, meetAfter] = [keywordTest(before.keywords), keywordTest(after.keywords)];
  const judged = items.map((item) => ({ id: item.id, was: byScores(item, before), is: byScores(item, after) }));
  // With the same lists only scores can flip an item.
  const open = judged.filter(({ was, is }) => !sameWords || was.verdict !== is.verdict || was.ofMinors !== is.ofMinors);
  const words = await storedWords(
    db,
    open.map(({ id }) => id),
  );
  return open.flatMap(({ id, was, is }) => {
    const { text = '', known = null } = words.get(id) ?? {};
    const normal = normaliseText(text);
    const metBefore = meetBefore(normal);
    const from = verdictOf(was, known, metBefore);
    const to = verdictOf(is, known, sameWords ? metBefore : meetAfter(normal));
    return from === to ? [] : [{ id, from, to }];
  });
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
  const deadline = nowMs() + BUDGET_MS;
  const before = await readPolicy(context.db, accountId);
  const after = { ...before, ...limits, keywords: keywords ? rulesOf(keywords, before.keywords) : before.keywords };
  const ids = await newestChecked(context.db, accountId, asked);
  const flipped: Flipped[] = [];
  const scored = new Set<string>();
  let checked = 0;
  while (checked < ids.length && (checked === 0 || nowMs() < deadline)) {
    const batch = ids.slice(checked, checked + BATCH);
    const stored = await storedItems(context.db, batch);
    for (const { scores } of stored) for (const name of Object.keys(scores)) scored.add(name);
    flipped.push(...(await flippedOf(context, stored, { before, after })));
    checked += batch.length;
    await pause();
  }
  const shown = await showExamples(context, flipped, page);
  return {
    items_checked: checked,
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
