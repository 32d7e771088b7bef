import type { BulkRunInput, ManualVerdict, MediaUpload } from '@clearframe/contract';
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { opened } from '../../../shared/ui/part.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import type { Filters } from '../address.ts';
import { KeyBar } from '../decide/key-bar.tsx';
import { flagsAfter } from '../decide/optimistic.ts';
import reviewStyles from '../decide/review.module.css';
import { useReview } from '../decide/review-context.ts';
import { isTaken } from '../decide/shortcuts.ts';
import { useShortcuts } from '../decide/use-shortcuts.ts';
import { fromQueue } from '../queue/next-item.ts';
import { useOthers } from '../queue/use-holds.ts';
import { BulkBar, BulkNews } from './bulk-bar.tsx';
import styles from './media-card.module.css';
import { ReviewCard } from './review-card.tsx';
import { SEEN_MS, useAim } from './use-aim.ts';
import { useBulkReason } from './use-bulk-reason.ts';
import { usePicked } from './use-picked.ts';
import { useRoving } from './use-roving.ts';
import { useSteady } from './use-steady.ts';
import { useStrikes } from './use-strikes.ts';
import { useWholeList } from './use-whole-list.ts';

/** Few decide all of a list. */
const WholeListDialog = opened(async () => (await import('./whole-list-dialog.tsx')).WholeListDialog);

/** For so long the keys wait for an item that was taken back, before they mean the one that is there. */
const COMES_BACK_MS = 2_000;

type ReviewGridProps = {
  items: readonly MediaUpload[];
  /** Number of the page that they are of. */
  page: number;
  /** That of the address, which may be on its way. */
  addressed: number;
  /** Whether they are those of the page that the address names; else the page before stays on the screen. */
  ready: boolean;
  search: string;
  filters: Filters;
  /** How many the list has, when they are more than this page; null = they are not. */
  matching: string | null;
  /** Decides all of the list by a job. */
  startRun: (input: BulkRunInput) => Promise<void>;
  /** Goes to a page of that number; false where there is none. */
  turn: (to: number) => boolean;
  /** Whether the list is what nobody has decided. */
  isQueue: boolean;
  /** A decided item leaves the list by itself, so that there is no reason to go on to the next page. */
  leaves: boolean;
  /** Whether all of it is selected as it opens. */
  isOpenedForAll: boolean;
  onBegun: () => void;
  onHelp: () => void;
};

/** The page of items with everything that keys and buttons do in it. */
export function ReviewGrid({
  items: read,
  page,
  addressed,
  ready,
  search,
  filters,
  matching,
  startRun,
  turn,
  isQueue,
  leaves,
  isOpenedForAll,
  onBegun,
  onHelp,
}: ReviewGridProps) {
  const { canDecide, decide, justDecided, lookedAt, undoLast, undone, unread } = useReview();
  const navigate = useNavigate();
  const toast = useToast();
  const others = useOthers();
  const grid = useRef<HTMLElement>(null);
  const steady = useSteady({ items: read, name: `${page}${search}`, sort: filters.sort, ready });
  const { arrivals, showAll } = steady;
  // What arrivals pushed off the page is read no more, so nothing but the decision itself says that it was made.
  const here = new Set(read.map(({ id }) => id));
  const items = steady.items.flatMap((item) => {
    const own = here.has(item.id) ? null : unread(item);
    if (own === null) return [item];
    return leaves ? [] : [{ ...item, ...flagsAfter(own) }];
  });
  const waits = (one: MediaUpload) => unread(one) === null;
  const ids = items.map(({ id }) => id);
  const roving = useRoving(ids, { page, addressed, search, ready, start: lookedAt });
  const current = items[roving.index];
  const strikesOf = useStrikes(items);
  const onMoved = () => toast('The list moved. Nothing was decided.');
  const aim = useAim(ids, `${page}${search}`, onMoved);
  const picked = usePicked(items);
  const whole = useWholeList(filters);
  const isPicking = picked.items.length > 0 || whole.frozen !== null || whole.busy;
  const reasons = useBulkReason(canDecide && isPicking);
  const barReasons = {
    ...reasons,
    onChoose: (id: string) => {
      reasons.onChoose(id);
      // Whoever chose it by the pointer goes on with keys, which would choose another one.
      if (roving.current !== null && !document.activeElement?.matches(':focus-visible')) roving.select(roving.current, true);
    },
  };
  const selectAll = useEffectEvent(() => {
    onBegun();
    if (canDecide) whole.select();
  });
  useEffect(() => {
    if (isOpenedForAll) selectAll();
  }, [isOpenedForAll]);
  // What somebody looks at is theirs to decide, and nobody decides what they cannot look at.
  const free = picked.items.filter((item) => !others.has(item.id) && !isOutOfSight(item));
  const held = picked.items
    .filter(({ id }) => others.has(id))
    .map((item) => ({ item, title: titleOf(item), by: others.get(item.id) ?? '' }));

  // Under a filter the item comes back with the next reading only.
  const returned = undone !== null && ids.includes(undone.id) ? undone : null;
  const goneBackTo = useRef(returned);
  const back = useEffectEvent((to: NonNullable<typeof returned>) => {
    if (to === goneBackTo.current) return;
    goneBackTo.current = to;
    roving.select(to.id, !isTaken(document.activeElement, 'undo'));
  });
  useEffect(() => {
    if (returned) back(returned);
  }, [returned]);
  const forgetUndone = useEffectEvent(() => {
    goneBackTo.current = undone;
  });
  // Who looks for something else does not go back to it.
  const looked = useRef(search);
  useEffect(() => {
    if (looked.current !== search) forgetUndone();
    looked.current = search;
  }, [search]);
  /** The item of an Undo is at hand again, and the list has yet to show it. */
  const isComingBack = () =>
    leaves && undone !== null && undone !== goneBackTo.current && performance.now() - undone.at < COMES_BACK_MS;

  const move = (by: 1 | -1) => {
    goneBackTo.current = undone;
    const to = roving.turningTo();
    // The page before is still there: back to where it was left.
    if (to !== null && Math.sign(to - page) === -by) {
      roving.stay();
      return void turn(page);
    }
    const next = ids[roving.index + by];
    if (next !== undefined) roving.select(next, true);
    else if (ready && turn(page + by)) roving.awaitEdge({ page: page + by, which: by === 1 ? 'first' : 'last' });
  };
  /** Here: what leaves for another reason was somebody else's doing. */
  const decided = useRef(new Set<string>());
  const decideOne = (item: MediaUpload, verdict: ManualVerdict) => {
    decided.current.add(item.id);
    // The same once more: Undo would take back that alone.
    if (justDecided === item.id && item.moderationFlagged === (verdict === 'fail')) return;
    const at = ids.indexOf(item.id);
    // The last of a list that it leaves: the one before is at hand then. Those that were just decided leave it too.
    const next = leaves ? (items.slice(at + 1).find(waits) ?? items.slice(0, at).findLast(waits)) : items[at + 1];
    decide([item], verdict, { next: next && titleOf(next) });
    if (next !== undefined) roving.select(next.id, true);
    else if (!leaves && ready && turn(page + 1)) roving.awaitEdge({ page: page + 1, which: 'first' });
  };
  /** The bar goes with its buttons, and the keyboard back to the item at hand. */
  const clear = () => {
    picked.keep([]);
    whole.clear();
    if (roving.current !== null) roving.select(roving.current, true);
  };
  /** By hand: all of the list is selected no more, or an item left out would be decided with it. */
  const pick = (id: string, inRange: boolean) => {
    whole.clear();
    if (inRange) picked.extendTo(id);
    else picked.toggle(id);
  };
  const decidePicked = (verdict: ManualVerdict) => {
    if (verdict === 'fail' && reasons.isAwaited) return toast('The reasons are on their way. Press F again.');
    if (whole.frozen) return whole.ask(verdict);
    for (const { id } of free) decided.current.add(id);
    decide(free, verdict, { label: verdict === 'fail' ? (reasons.chosen?.id ?? null) : null });
    clear();
    picked.keep(held.map(({ item }) => item));
  };
  const decideAtHand = (verdict: ManualVerdict) => {
    // What is selected is not known yet.
    if (whole.busy) return;
    if (isPicking) return decidePicked(verdict);
    // Until the next page is there nothing of it is at hand, and where nothing of this one waits, the key is meant for what comes.
    if (!current || !ready || roving.turningTo() !== null || (leaves && !items.some(waits))) return;
    if (isComingBack()) return;
    const gone = roving.inPlaceOf(SEEN_MS);
    if (gone !== null && !(gone.wasThere && decided.current.has(gone.id))) return onMoved();
    decideOne(current, verdict);
  };
  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    reveal: () => grid.current?.querySelector<HTMLButtonElement>('[data-slot~=media-card-selected] [data-slot~=reveal]')?.click(),
    open: () => current && void navigate(`/dashboard/media/${current.id}${search}`, isQueue ? { state: fromQueue } : {}),
    help: onHelp,
    search: () => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus(),
    ...(isPicking && { back: clear, reason: ({ key }) => reasons.onDigit(key) }),
    ...(canDecide && {
      pass: () => decideAtHand('pass'),
      fail: () => decideAtHand('fail'),
      undo: undoLast,
      select: () => current && pick(current.id, false),
      selectRange: () => current && pick(current.id, true),
      selectPage: picked.all,
    }),
  });

  const onArrow = (event: KeyboardEvent) => {
    const columns = grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1;
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
    const next = ids[roving.index + (steps[event.key] ?? 0)];
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (next !== undefined) roving.select(next, true);
  };

  return (
    <>
      <div className={reviewStyles.live} role="status">
        {arrivals > 0 ? (
          <Button size="small" onClick={showAll}>
            {arrivals} new
          </Button>
        ) : null}
      </div>
      <section className={styles.grid} aria-label="Media" aria-busy={!ready} ref={grid} {...aim}>
        {items.map((item) => (
          <ReviewCard
            key={item.id}
            item={item}
            search={search}
            isQueue={isQueue}
            holder={others.get(item.id)}
            strikes={strikesOf(item)}
            isCurrent={item.id === roving.current}
            isPicked={picked.has(item.id)}
            onFocus={() => roving.select(item.id)}
            onArrow={onArrow}
            onPick={(inRange) => pick(item.id, inRange)}
            onDecide={(verdict) => decideOne(item, verdict)}
          />
        ))}
      </section>
      <BulkNews count={free.length} held={held} whole={whole} />
      {whole.wasAsked ? (
        <Suspense>
          <WholeListDialog
            open={whole.asked !== null && whole.frozen !== null}
            onClose={() => whole.ask(null)}
            whole={whole}
            filters={filters}
            reasons={reasons}
            start={startRun}
            onStarted={clear}
          />
        </Suspense>
      ) : null}
      {isPicking ? (
        <BulkBar
          count={free.length}
          held={held}
          isAll={picked.items.length === items.length}
          matching={matching}
          whole={whole}
          reasons={barReasons}
          onAll={picked.all}
          onClear={clear}
          onDecide={decidePicked}
        />
      ) : (
        <KeyBar />
      )}
    </>
  );
}
