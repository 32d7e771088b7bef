import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The element that holds the focus of an item. */
export const itemElementId = (id: string) => `media-${id}`;

type Edge = { page: number; which: 'first' | 'last' };

type Shown = {
  /** Number of the page that the items are of, which may still be the one before. */
  page: number;
  /** Number of the page that the address names. */
  addressed: number;
  search: string;
  /** Whether the items are of that page. */
  ready: boolean;
  /** Id of the item at hand in the beginning, if it is among them. */
  start: string | null;
};

/**
 * Which item of the page is at hand: one stop for Tab, moved by keys. An item that leaves the list (it was decided under a filter)
 * makes way for the one that takes its place.
 */
export function useRoving(ids: readonly string[], { page, addressed, search, ready, start }: Shown) {
  const [at, setAt] = useState<{ id: string | null; index: number }>({ id: start, index: 0 });
  /** The item that the keyboard is to go to, once it is the one at hand. */
  const wantsFocus = useRef<string | null>(null);
  const begins = useRef(start);
  const edge = useRef<Edge | null>(null);

  const found = at.id === null ? -1 : ids.indexOf(at.id);
  const index = found >= 0 ? found : Math.min(at.index, Math.max(0, ids.length - 1));
  const current = ids[index] ?? null;

  /** The item at hand that left, when another came in its place, and whether that one was on the page before. */
  const left = useRef({ id: '', at: Number.NEGATIVE_INFINITY, wasThere: true });
  const name = `${page}${search}`;
  const known = useRef({ ids, current, name });
  useLayoutEffect(() => {
    const before = known.current;
    known.current = { ids, current, name };
    if (before.current === current) return;
    const isFallen = found < 0 && before.current !== null && before.name === name;
    const now = isFallen ? performance.now() : Number.NEGATIVE_INFINITY;
    left.current = { id: before.current ?? '', at: now, wasThere: current !== null && before.ids.includes(current) };
  });

  const list = useRef(search);
  useEffect(() => {
    // Who goes elsewhere meanwhile is not waited for.
    if (edge.current && (edge.current.page !== addressed || list.current !== search)) edge.current = null;
    list.current = search;
  }, [addressed, search]);
  useEffect(() => {
    const drop = () => {
      edge.current = null;
    };
    window.addEventListener('popstate', drop);
    return () => window.removeEventListener('popstate', drop);
  }, []);

  useEffect(() => {
    if (edge.current?.page !== page) return;
    const next = edge.current.which === 'first' ? 0 : ids.length - 1;
    edge.current = null;
    wantsFocus.current = ids[next] ?? null;
    setAt({ id: ids[next] ?? null, index: next });
  }, [page, ids]);

  useEffect(() => {
    // Back from an item, whose page took the focus away with it. What was pressed in the list keeps it.
    if (document.activeElement?.matches('body, main, h1')) wantsFocus.current = begins.current;
    begins.current = null;
  }, []);

  useEffect(() => {
    if (current === null || wantsFocus.current !== current) return;
    wantsFocus.current = null;
    const element = document.getElementById(itemElementId(current));
    element?.focus({ preventScroll: true });
    element?.closest('article')?.scrollIntoView({ block: 'nearest' });
  });

  return {
    current,
    index,
    /** Makes an item the one at hand; `focus` also takes the keyboard there. */
    select: (id: string, focus = false) => {
      wantsFocus.current = focus ? id : null;
      left.current.at = Number.NEGATIVE_INFINITY;
      // What is touched on the page before does not call off the one that comes.
      if (ready) edge.current = null;
      setAt({ id, index: ids.indexOf(id) });
    },
    /** Goes to the first or last item of another page, once that page is there. */
    awaitEdge: (next: Edge) => {
      edge.current = next;
    },
    /** What the one at hand came in the place of within so many ms; null = it was chosen, or has been there for longer. */
    inPlaceOf: (withinMs: number) => (performance.now() - left.current.at < withinMs ? left.current : null),
    /** The page that it is on its way to; null = it is not. */
    turningTo: () => edge.current?.page ?? null,
    /** Does not go there after all. */
    stay: () => {
      edge.current = null;
    },
  };
}
