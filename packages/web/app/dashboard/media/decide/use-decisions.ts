import { type DecideResult, endpoints, limits, type ManualVerdict, type MediaUpload } from '@clearframe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { useToaster } from '../../../shared/ui/toast.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { decidedWords, decisionFailed, failureWords, refusedWords } from './decision-labels.ts';
import { type Flags, type FlagsOf, flagsAfter, patchFlags } from './optimistic.ts';
import type { DecisionFault } from './review-context.ts';

/** What a decision changed, and the item to go back to when it is taken back. */
type Made = { before: FlagsOf; after: FlagsOf; first: string };

/** What a decision changes: the items, what is known again, and how often people agreed. */
const changed = [keys.media.all, keys.knownPictures.all, keys.quality.all];

const undoFailed = 'Could not undo the decision';
const flagsNow = (items: readonly MediaUpload[]): Map<string, Flags> =>
  new Map(items.map(({ id, moderationFlagged, needs_review, sampled }) => [id, { moderationFlagged, needs_review, sampled }]));

/** One item goes by its own address, several by one call with a result each. */
async function send(items: readonly MediaUpload[], verdict: ManualVerdict, note: string): Promise<DecideResult[]> {
  const body = { hold_ms: limits.decisionHoldMs, ...(note === '' ? {} : { note }) };
  const [only] = items;
  if (items.length === 1 && only) {
    const endpoint = verdict === 'pass' ? endpoints.passMedia : endpoints.failMedia;
    const { decision_id } = await call(endpoint, { params: { id: only.id }, body });
    return [{ id: only.id, decision_id, error: null }];
  }
  const ids = items.map(({ id }) => id);
  return (await call(endpoints.decideMany, { body: { ...body, ids, verdict } })).results;
}

/** Decisions as the page makes them: shown at once, rolled back where they were refused, undone while the toast is there. */
export function useDecisions() {
  const queries = useQueryClient();
  const { show, dismiss } = useToaster();
  const [fault, setFault] = useState<DecisionFault | null>(null);
  const [undone, setUndone] = useState<{ id: string } | null>(null);
  const underWay = useRef(0);

  /** What the server has, once nothing is on its way: an answer in between would show the past for a moment. */
  const track = useCallback(
    async <T>(task: () => Promise<T>): Promise<T> => {
      underWay.current += 1;
      await queries.cancelQueries({ queryKey: keys.media.all });
      try {
        return await task();
      } finally {
        underWay.current -= 1;
        if (underWay.current === 0) for (const queryKey of changed) void queries.invalidateQueries({ queryKey });
      }
    },
    [queries],
  );

  const undo = useCallback(
    async (made: Promise<DecideResult[]>, { before, after, first }: Made) => {
      setUndone({ id: first });
      const decisions = (await made.catch(() => [])).flatMap(({ decision_id }) => (decision_id === null ? [] : [decision_id]));
      if (decisions.length === 0) return;
      try {
        const results = await track(async () => {
          patchFlags(queries, before);
          return (await call(endpoints.undoMany, { body: { decision_ids: decisions } })).results;
        });
        const refused = refusedWords(results);
        if (refused === null) show('Undone');
        else setFault({ title: undoFailed, reason: refused });
      } catch (error) {
        patchFlags(queries, after);
        setFault({ title: undoFailed, reason: failureWords(error, decisions.length) });
      }
    },
    [queries, show, track],
  );

  const decide = useCallback(
    (chosen: readonly MediaUpload[], verdict: ManualVerdict, note = '') => {
      // Nobody can look at what the operator withholds, so nobody judges it.
      const items = chosen.filter(({ withheld }) => !withheld);
      const [first] = items;
      if (!first) return;
      const before = flagsNow(items);
      const after = new Map(items.map(({ id }) => [id, flagsAfter(verdict)]));
      setFault(null);
      const made = track(async () => {
        patchFlags(queries, after);
        return await send(items, verdict, note);
      });
      const run = () => void undo(made, { before, after, first: first.id });
      show(decidedWords(verdict, items.map(titleOf)), { action: { label: 'Undo', run }, shownMs: limits.decisionHoldMs });
      const refuse = (ids: readonly string[], reason: string) => {
        patchFlags(queries, new Map([...before].filter(([id]) => ids.includes(id))));
        if (ids.length === items.length) dismiss();
        setFault({ title: decisionFailed[verdict], reason });
      };
      made.then(
        (results) => {
          const refused = refusedWords(results);
          const ids = results.flatMap(({ id, error }) => (error === null ? [] : [id]));
          if (refused !== null) refuse(ids, refused);
        },
        (error: unknown) => {
          const ids = items.map(({ id }) => id);
          refuse(ids, failureWords(error, ids.length));
        },
      );
    },
    [queries, show, dismiss, track, undo],
  );

  return { decide, undone, fault, dismissFault: useCallback(() => setFault(null), []) };
}
