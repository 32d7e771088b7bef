import { type DecideResult, itemEndpoints, limits, type ManualVerdict, type MediaUpload } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { useToaster } from '../../../shared/ui/toast.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { comeBackTo, passBy } from '../queue/next-item.ts';
import { holds } from '../queue/use-holds.ts';
import { askBeforeClose } from './ask-before-close.ts';
import { countItems, decidedWords, decisionFailed, failureWords, refusedWords } from './decision-labels.ts';
import { currentDesk } from './desk.ts';
import { type Flags, type FlagsOf, flagsAfter, patchFlags, patchUndone } from './optimistic.ts';
import type { DecideOptions, DecisionFault } from './review-context.ts';
import { sendDecision } from './send-decision.ts';
import { type LostRace, verdictWord } from './situation.ts';
import { useJustDecided } from './use-just-decided.ts';
import { SLOW_MS, useTracked } from './use-tracked.ts';

/** What a decision changed, and the item to go back to when it is taken back. */
type Made = { before: FlagsOf; after: FlagsOf; first: string };

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

/** An undo that takes longer says that it is under way. */
const SOON_MS = 500;

const newestIn = ({ decisions }: MediaUpload): string | null => decisions.at(-1)?.id ?? null;

/** One unanswered decision keeps no other back: where it arrived after all, the server refuses the next one of that item alone. */
const inTime = (item: MediaUpload, lastSeen: Promise<string | null>): Promise<string | null> =>
  Promise.race([lastSeen, new Promise<string | null>((end) => setTimeout(end, SLOW_MS, newestIn(item)))]);

const undoFailed = 'Could not undo the decision';
const flagsNow = (items: readonly MediaUpload[]): Map<string, Flags> =>
  new Map(items.map(({ id, moderationFlagged, needs_review, sampled }) => [id, { moderationFlagged, needs_review, sampled }]));

/** Decisions as the page makes them: shown at once, rolled back where they were refused, undone while the toast is there. */
export function useDecisions() {
  const queries = useQueryClient();
  const { show, say, dismiss, act } = useToaster();
  const track = useTracked();
  const [fault, setFault] = useState<DecisionFault | null>(null);
  const [lost, setLost] = useState<LostRace | null>(null);
  const [undone, setUndone] = useState<{ id: string; at: number } | null>(null);
  const [decidedCount, setDecidedCount] = useState(0);
  const [decidedAt, setDecidedAt] = useState<readonly number[]>([]);
  const { justDecided, setJustDecided } = useJustDecided();
  const [desk] = useState(currentDesk);
  const { own } = desk;
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
      if (!isLeft.current || desk !== currentDesk()) return;
      desk.untold.push(words);
      const task = () => {
        const all = desk.untold.splice(0).join('. ');
        if (all !== '' && desk === currentDesk()) show(all, { isFault: true, shownMs: limits.decisionHoldMs });
      };
      const wait = () => {
        const before = desk.newest;
        setTimeout(() => (desk.newest === before ? task() : wait()), limits.decisionHoldMs);
      };
      if (isLater) wait();
      else task();
    },
    [show, desk],
  );

  /** @returns the items whose decision stays */
  const takeBack = useCallback(
    async (made: Promise<DecideResult[]>, { before, after, first }: Made): Promise<readonly string[]> => {
      const turn = desk.newest;
      for (const id of before.keys()) comeBackTo(id);
      setUndone({ id: first, at: performance.now() });
      setJustDecided(null);
      const slow = setTimeout(() => {
        if (desk.newest === turn) show('Undoing…', { shownMs: SLOW_MS });
      }, SOON_MS);
      const answered = await askBeforeClose(made.catch(() => []));
      const items = new Map(answered.flatMap(({ id, decision_id: of }) => (of === null ? [] : [[of, id]])));
      const decisions = [...items.keys()];
      if (decisions.length === 0 || desk !== currentDesk()) {
        clearTimeout(slow);
        return [...items.values()];
      }
      const fail = (reason: string) => {
        // What it said while it went on.
        if (desk.newest === turn) dismiss();
        tell(undoFailed, desk.newest !== turn);
        setFault({ title: undoFailed, reason, ids: [...before.keys()], what: countItems(before.size) });
      };
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
        if (refused === null) desk.newest === turn ? show('Undone') : say('Undone');
        else fail(refused);
        return results.flatMap(({ id, error }) => (error === null ? [] : (items.get(id) ?? [])));
      } catch (error) {
        fail(failureWords(error, decisions.length));
        return [...items.values()];
      } finally {
        clearTimeout(slow);
      }
    },
    [queries, desk, show, say, dismiss, tell, track, setJustDecided],
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
      desk.newest = turn;
      for (const { id } of items) passBy(id);
      const before = flagsNow(items);
      const after = new Map(items.map(({ id }) => [id, flagsAfter(verdict)]));
      // What was refused of others is still to be read.
      setFault((told) => (told?.ids.some((id) => before.has(id)) ? null : told));
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
          async () => {
            const seen = new Map(await askBeforeClose(lastSeen));
            if (desk !== currentDesk()) throw new Error('Whoever decided has signed out');
            return await sendDecision(items, { verdict, note, label, override, lastSeen: seen });
          },
          items.map(({ id }) => id),
          (refused) => patchFlags(queries, only(before, refused)),
        );
      });
      own.add(items, verdict, made);
      const undoable = {
        run: () => {
          if (desk.undoable !== undoable) return;
          desk.undoable = null;
          undo(made, { before, after, first: first.id });
        },
        dismiss,
      };
      const end = () => {
        if (desk.undoable === undoable) desk.undoable = null;
      };
      desk.undoable = undoable;
      setTimeout(end, limits.decisionHoldMs);
      const words = decidedWords(verdict, items.map(titleOf), next);
      show(words, { action: { label: 'Undo', run: undoable.run }, shownMs: limits.decisionHoldMs });
      const refuse = (ids: readonly string[], refused: Omit<DecisionFault, 'ids' | 'what'>) => {
        for (const item of items) if (ids.includes(item.id) && own.unread(item) === null) comeBackTo(item.id);
        for (const id of ids) holds.again(id);
        setDecidedCount((count) => count - ids.length);
        // What was decided since has a toast of its own.
        if (desk.newest === turn) {
          if (ids.length === items.length) {
            dismiss();
            end();
          }
          setJustDecided(null);
        }
        const [one] = items.filter(({ id }) => ids.includes(id));
        const what = ids.length === 1 && one ? titleOf(one) : countItems(ids.length);
        tell(`${refused.title}: ${what}`, desk.newest !== turn || ids.length < items.length);
        setFault({ ...refused, ids, what });
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
    [queries, desk, show, dismiss, tell, track, undo, own, setJustDecided],
  );
  const undoLast = useCallback(() => {
    // Another toast may be in the place of its own.
    if (!act()) desk.undoable?.run();
  }, [act, desk]);

  return {
    decide,
    undoLast,
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
