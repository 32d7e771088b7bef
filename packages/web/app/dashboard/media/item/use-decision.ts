import type { ManualVerdict, MediaUpload } from '@clearframe/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { useSay, useToast } from '../../../shared/ui/toast.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { useReadAgain } from '../../shell/api/use-read-again.ts';
import { labelsQuery } from '../../shell/reasons/labels-query.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import { itemAddress, listAddress } from '../address.ts';
import { reasonOf } from '../decide/reasons.ts';
import { useReview } from '../decide/review-context.ts';
import { isAsked, offeredVerdicts, situationOf } from '../decide/situation.ts';
import { neighboursQuery } from '../media-queries.ts';
import { comeBackTo, fromQueue, isFromQueue, knownNext, nextItemQuery, useNextItem } from '../queue/next-item.ts';
import { holds, useHeld, useHolder } from '../queue/use-holds.ts';
import { useFilters } from '../use-filters.ts';
import type { Ways } from './use-ahead.ts';
import { useOfItem } from './use-of-item.ts';
import { usePreparedItem } from './use-prepared-item.ts';
import { type Step, useSteps } from './use-steps.ts';

/** Where J, K, Escape and the arrows of an item lead: in the queue to what is free, else to its neighbours in the list. */
function useWays(media: MediaUpload, page: Ways) {
  const { canDecide, seenPage } = useReview();
  const { filters } = useFilters();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isQueue = canDecide && filters.status === 'undecided' && isFromQueue(state);
  const neighbours = useQuery(neighboursQuery(media.id, filters)).data;
  const free = useNextItem(media.id, filters, isQueue);
  const steps = useSteps(media.id);

  const kept = isQueue ? { state: fromQueue } : {};
  const addressOf = (id: string) => itemAddress(id, filters);
  const list = listAddress(filters, seenPage);
  const goTo = (id: string | null | undefined) => {
    if (id) page.goTo(id, () => navigate(addressOf(id), kept));
  };
  /** Along the list. A key may come before the neighbours are read, or before an item is shown that it leads to. */
  const goAlong = async (way: Step) => {
    const from = page.leadsTo();
    const known = from === media.id ? neighbours : undefined;
    const ask = async () => known ?? queries.fetchQuery(neighboursQuery(from, filters));
    goTo((await steps.wait(way, from, ask))?.[way]);
  };
  /** The next one of the queue, or the list where nothing is free. */
  const goOn = async () => {
    if (!isQueue) return goAlong('next');
    // What is known already comes with what the decision changes, in one frame.
    const known = knownNext(queries, media.id, filters);
    if (known) return page.goAhead(known.id, () => navigate(addressOf(known.id), kept));
    // Without an answer the page stays and says what was decided.
    const ask = async () => (await queries.fetchQuery(nextItemQuery(queries, media.id, filters)))?.id ?? null;
    const next = known === null ? null : await steps.wait('next', media.id, ask);
    if (next === null) await navigate(list);
    else goTo(next);
  };
  return {
    isQueue,
    addressOf,
    kept,
    list,
    goTo,
    goOn: () => void goOn(),
    goBack: () => void goAlong('previous'),
    /** Takes back a way on whose item is not known yet. */
    stay: steps.cancel,
    previous: neighbours?.previous,
    next: isQueue ? free?.id : neighbours?.next,
    nextTitle: free ? titleOf(free) : undefined,
  };
}

/** What the person finds on the page of an item, what they can do about it, and where they go from there. */
export function useDecision(media: MediaUpload, page: Ways) {
  const { advances, canDecide, decide, justDecided, lost, undoLast, undone, unread } = useReview();
  const userId = useUser().id;
  const ways = useWays(media, page);
  const { isQueue, goTo, goOn, stay, next, nextTitle } = ways;
  const [takenOver, setTakenOver] = useOfItem(media.id, () => false);
  const toast = useToast();
  const say = useSay();
  const reasons = useQuery({ ...labelsQuery, enabled: canDecide });
  useReadAgain(media.id, labelsQuery.queryKey);
  const labels = reasons.data ?? [];
  const [label, setLabel] = useOfItem<string | null>(media.id, () => null);
  const note = useRef<HTMLTextAreaElement>(null);
  const holder = useHolder(media.id);
  const own = unread(media);
  const situation = situationOf(media, {
    userId,
    holder: takenOver ? null : holder,
    lost,
    justDecided,
    unread: own,
  });
  // Their own Fail that waits for another person is held by nobody, so that one can come.
  const isTheirs = situation.kind === 'made' && situation.waits && situation.name === null;
  useHeld(canDecide && !isOutOfSight(media) ? [...(isTheirs ? [] : [media.id]), ...(isQueue && next ? [next] : [])] : []);
  usePreparedItem(next);
  // Also one whose decision was refused or taken back while it is on the page.
  useEffect(() => {
    if (own !== null) return;
    comeBackTo(media.id);
    holds.again(media.id);
  }, [media.id, own]);

  // What was taken back comes back, wherever the queue is by now.
  const known = useRef(undone);
  const back = useEffectEvent(() => {
    if (undone === known.current) return;
    known.current = undone;
    if (undone?.id === media.id) stay();
    else if (isQueue && undone) goTo(undone.id);
  });
  useEffect(() => {
    if (undone) back();
  }, [undone]);

  const onDecide = (verdict: ManualVerdict) => {
    if (media.withheld) return toast('Withheld by the operator. You can decide after release.');
    if (isOutOfSight(media)) return toast('You can decide it after your break.');
    if (!offeredVerdicts(situation).includes(verdict)) return;
    // A changed mind is looked at once more.
    const goesOn = isQueue && advances && isAsked(situation);
    // What was chosen for the decision that came too late holds for it once more.
    const late = situation.kind === 'lost' && lost?.verdict === verdict ? lost : null;
    decide([media], verdict, {
      note: note.current?.value.trim() || late?.note || '',
      label: verdict === 'fail' ? (label ?? late?.label ?? null) : null,
      override: takenOver,
      next: goesOn ? nextTitle : undefined,
    });
    // Even nothing in the place of nothing would have the page laid out.
    if (note.current?.value) note.current.value = '';
    setLabel(null);
    holds.decided(media.id);
    if (goesOn) goOn();
  };
  return {
    situation,
    note,
    reasons: {
      // Without an answer a Fail bears the usual one.
      labels: reasons.isPending ? null : labels,
      chosen: label,
      onChoose: setLabel,
      onDigit(digit: string) {
        if (!reasons.data) return toast('The reasons are not loaded yet');
        const picked = reasonOf(labels, digit);
        if (!picked) return;
        setLabel(picked.id);
        say(`Reason: ${picked.name}`);
      },
    },
    ways,
    actions: { onDecide, onNext: goOn, onUndo: undoLast, onTakeOver: () => setTakenOver(true) },
  };
}
