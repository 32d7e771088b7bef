import { type DecideResult, itemEndpoints, limits, type ManualVerdict, type MediaUpload } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { onForgetPerson } from '../../../shared/session/forget-person.ts';
import { useToaster } from '../../../shared/ui/toast.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { decisionsUnderWay } from '../../shell/live/decisions-under-way.ts';
import { readAgain } from '../../shell/live/read-again.ts';
import { comeBackTo, passBy } from '../queue/next-item.ts';
import { askBeforeClose } from './ask-before-close.ts';
import { countItems, decidedWords, decisionFailed, failureWords, refusedWords } from './decision-labels.ts';
import { type Flags, type FlagsOf, flagsAfter, patchFlags, patchUndone } from './optimistic.ts';
import { createOwnDecisions } from './own-decisions.ts';
import type { DecideOptions, DecisionFault } from './review-context.ts';
import { sendDecision } from './send-decision.ts';
import { type LostRace, verdictWord } from './situation.ts';

/** What a decision changed, and the item to go back to when it is taken back. */
type Made = { before: FlagsOf; after: FlagsOf; first: string };

/** What a decision changes: the items, figures of who made them, what is known again, and how often people agreed. */
const changed = [keys.media.all, keys.authors.figures, keys.knownPictures.all, keys.quality.all];

/** Flags of some of the items. */
const only = (flags: FlagsOf, ids: Iterable<string>): FlagsOf => {
  const chosen = new Set(ids);
  return new Map([...flags].filter(([id]) => chosen.has(id)));
};

/**
 * Sends something of which the page shows the end already. What was refused is put back before all is read again: a patch that comes
 * after the reading would pass for news.
 */
async function putBack(
  send: () => Promise<DecideResult[]>,
  ids: readonly string[],
  back: (refused: readonly string[]) => void,
): Promise<DecideResult[]> {
  try {
    const results = await send();
    back(results.flatMap(({ id, error }) => (error === null ? [] : [id])));
    return results;
  } catch (error) {
    back(ids);
    throw error;
  }
}

/** Whoever comes back to Content Review finds what they decided there. */
let ownDecisions = createOwnDecisions();
/** The decision that the toast is of, whichever page made it. */
const newest: { current: object | null } = { current: null };
/** What was refused after they left it, and is not told yet. */
const untold: string[] = [];
onForgetPerson(() => {
  ownDecisions = createOwnDecisions();
  untold.length = 0;
});

/** An answer that takes longer may never come. What was decided stands by itself until then, and other news are not waited with. */
const SLOW_MS = 15_000;

const newestIn = ({ decisions }: MediaUpload): string | null => decisions.at(-1)?.id ?? null;

/** One unanswered decision keeps no other back: where it arrived after all, the server refuses the next one of that item alone. */
const inTime = (item: MediaUpload, lastSeen: Promise<string | null>): Promise<string | null> =>
  Promise.race([lastSeen, new Promise<string | null>((end) => setTimeout(end, SLOW_MS, newestIn(item)))]);

const undoFailed = 'Could not undo the decision';
const flagsNow = (items: readonly MediaUpload[]): Map<string, Flags> =>
  new Map(items.map(({ id, moderationFlagged, needs_review, sampled }) => [id, { moderationFlagged, needs_review, sampled }]));

/** The item that was decided last, for as long as the decision can be undone. */
function useJustDecided() {
  const [made, setMade] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (made === null) return;
    const timer = setTimeout(() => setMade(null), limits.decisionHoldMs);
    return () => clearTimeout(timer);
  }, [made]);
  const setJustDecided = useCallback((id: string | null) => setMade(id === null ? null : { id }), []);
  return { justDecided: made?.id ?? null, setJustDecided };
}

/** Decisions as the page makes them: shown at once, rolled back where they were refused, undone while the toast is there. */
export function useDecisions() {
  const queries = useQueryClient();
  const { show, say, dismiss } = useToaster();
  const [fault, setFault] = useState<DecisionFault | null>(null);
  const [lost, setLost] = useState<LostRace | null>(null);
  const [undone, setUndone] = useState<{ id: string } | null>(null);
  const [decidedCount, setDecidedCount] = useState(0);
  const [decidedAt, setDecidedAt] = useState<readonly number[]>([]);
  const { justDecided, setJustDecided } = useJustDecided();
  const [own] = useState(() => ownDecisions);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  /** Outside of Content Review there is no banner. A toast with an Undo goes first. */
  const tell = useCallback(
    (words: string, isLater: boolean) => {
      if (!isLeft.current) return;
      untold.push(words);
      const task = () => {
        const all = untold.splice(0).join('. ');
        if (all !== '') show(all, { isFault: true, shownMs: limits.decisionHoldMs });
      };
      const wait = () => {
        const before = newest.current;
        setTimeout(() => (newest.current === before ? task() : wait()), limits.decisionHoldMs);
      };
      if (isLater) wait();
      else task();
    },
    [show],
  );

  /** What the server has, once nothing is on its way: an answer in between would show the past for a moment. */
  const track = useCallback(
    async <T>(task: () => Promise<T>): Promise<T> => {
      decisionsUnderWay.begin();
      let isCounted = true;
      const leave = () => {
        const isLast = isCounted ? decisionsUnderWay.end() : !decisionsUnderWay.any();
        isCounted = false;
        if (isLast) for (const queryKey of changed) readAgain(queries, queryKey, { breaksOff: true });
      };
      const timer = setTimeout(leave, SLOW_MS);
      try {
        await queries.cancelQueries({ queryKey: keys.media.all });
        return await task();
      } finally {
        clearTimeout(timer);
        leave();
      }
    },
    [queries],
  );

  /** @returns the items whose decision stays */
  const takeBack = useCallback(
    async (made: Promise<DecideResult[]>, { before, after, first }: Made): Promise<readonly string[]> => {
      const turn = newest.current;
      for (const id of before.keys()) comeBackTo(id);
      setUndone({ id: first });
      setJustDecided(null);
      const answered = await askBeforeClose(made.catch(() => []));
      const items = new Map(answered.flatMap(({ id, decision_id: of }) => (of === null ? [] : [[of, id]])));
      const decisions = [...items.keys()];
      if (decisions.length === 0) return [];
      const at = new Date().toISOString();
      const standAgain = (refused: readonly string[]) => {
        const ids = refused.flatMap((decision) => items.get(decision) ?? []);
        patchFlags(queries, only(after, ids));
        patchUndone(queries, ids, { undone: refused, said: at, at: null });
      };
      try {
        const results = await track(async () => {
          // It may have been read since, and another decision may stand by now.
          patchFlags(queries, only(before, items.values()));
          patchUndone(queries, items.values(), { undone: decisions, said: null, at });
          return await putBack(
            async () => (await call(itemEndpoints.undoMany, { body: { decision_ids: decisions }, keepalive: true })).results,
            decisions,
            standAgain,
          );
        });
        setDecidedCount((count) => count - results.filter(({ error }) => error === null).length);
        const refused = refusedWords(results);
        // The toast may offer to undo another one by now.
        if (refused === null) newest.current === turn ? show('Undone') : say('Undone');
        else {
          tell(undoFailed, newest.current !== turn);
          setFault({ title: undoFailed, reason: refused });
        }
        return results.flatMap(({ id, error }) => (error === null ? [] : (items.get(id) ?? [])));
      } catch (error) {
        tell(undoFailed, newest.current !== turn);
        setFault({ title: undoFailed, reason: failureWords(error, decisions.length) });
        return [...items.values()];
      }
    },
    [queries, show, say, tell, track, setJustDecided],
  );
  const undo = useCallback(
    (made: Promise<DecideResult[]>, undone: Made) => {
      own.takeBack(undone.before.keys(), made, takeBack(made, undone));
    },
    [own, takeBack],
  );

  const decide = useCallback(
    (
      chosen: readonly MediaUpload[],
      verdict: ManualVerdict,
      { note = '', label = null, override = false, next }: DecideOptions = {},
    ) => {
      // Nobody judges what they cannot look at. The same once more says nothing new, and Undo would take back that alone.
      const items = chosen.filter((item) => !isOutOfSight(item) && own.unread(item) !== verdict);
      const [first] = items;
      if (!first) return;
      const turn = {};
      newest.current = turn;
      for (const { id } of items) passBy(id);
      const before = flagsNow(items);
      const after = new Map(items.map(({ id }) => [id, flagsAfter(verdict)]));
      setFault(null);
      setLost(null);
      setJustDecided(items.length === 1 ? first.id : null);
      setDecidedCount((count) => count + items.length);
      const at = performance.now();
      if (items.length === 1) setDecidedAt((times) => [...times.slice(-50), at]);
      // Asked before this one is among them.
      const lastSeen = Promise.all(items.map(async (item) => [item.id, await inTime(item, own.lastSeen(item))] as const));
      const made = track(async () => {
        patchFlags(queries, after);
        return await putBack(
          async () =>
            await sendDecision(items, { verdict, note, label, override, lastSeen: new Map(await askBeforeClose(lastSeen)) }),
          items.map(({ id }) => id),
          (refused) => patchFlags(queries, only(before, refused)),
        );
      });
      own.add(items, verdict, made);
      const run = () => undo(made, { before, after, first: first.id });
      const words = decidedWords(verdict, items.map(titleOf), next);
      show(words, { action: { label: 'Undo', run }, shownMs: limits.decisionHoldMs });
      const refuse = (ids: readonly string[], refused: DecisionFault) => {
        for (const item of items) if (ids.includes(item.id) && own.unread(item) === null) comeBackTo(item.id);
        setDecidedCount((count) => count - ids.length);
        // What was decided since has a toast of its own.
        if (newest.current === turn) {
          if (ids.length === items.length) dismiss();
          setJustDecided(null);
        }
        const [one] = items.filter(({ id }) => ids.includes(id));
        const what = ids.length === 1 && one ? titleOf(one) : countItems(ids.length);
        tell(`${refused.title}: ${what}`, newest.current !== turn || ids.length < items.length);
        setFault(refused);
      };
      const title = decisionFailed[verdict];
      const again = (words: string, more: DecideOptions = {}) => ({
        label: words,
        run: () => decide(chosen, verdict, { note, label, ...more }),
      });
      made.then(
        (results) => {
          const reason = refusedWords(results);
          const ids = results.flatMap(({ id, error }) => (error === null ? [] : [id]));
          if (reason !== null) refuse(ids, { title, reason });
        },
        (error: unknown) => {
          const code = error instanceof ClearframeError ? error.code : null;
          const reason = failureWords(error, items.length);
          const ids = items.map(({ id }) => id);
          if (code === 'decided_meanwhile') {
            setLost({ id: first.id, verdict, note, label, seen: newestIn(first) });
            refuse(ids, { title, reason, lost: { id: first.id, name: titleOf(first) } });
          } else if (code === 'claimed') {
            refuse(ids, { title, reason, act: again(`${verdictWord[verdict]} it anyway`, { override: true }) });
          } else refuse(ids, { title, reason, act: again('Try again', { override }) });
        },
      );
    },
    [queries, show, dismiss, tell, track, undo, own, setJustDecided],
  );

  return {
    decide,
    undone,
    lost,
    justDecided,
    unread: own.unread,
    decidedCount,
    decidedAt,
    fault,
    dismissFault: useCallback(() => setFault(null), []),
  };
}
