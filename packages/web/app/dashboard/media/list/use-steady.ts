import { limits, type MediaSort, type MediaUpload } from '@clearframe/contract';
import { useState } from 'react';

type Item = Pick<MediaUpload, 'id' | 'createdAt'>;
/** `arrivals`: how many came since the page was opened, and wait to be shown. */
type Steady<T> = { items: readonly T[]; arrivals: number };
/** `until` is the newest time that the page knew when it was opened. */
type Before<T> = { shown: readonly T[]; known: ReadonlySet<string>; until: string };

const newestOf = (items: readonly Item[]): string =>
  items.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '');

/**
 * A page that was read again, without what would push aside what somebody looks at. Items that arrived are counted, and those that they
 * pushed off the end of a full page stay. What was decided leaves, and what was there before comes back.
 */
export function steadied<T extends Item>(
  fresh: readonly T[],
  { shown, known, until }: Before<T>,
  size: number = limits.mediaPageSize,
): Steady<T> {
  const stays = fresh.filter(({ id, createdAt }) => known.has(id) || createdAt <= until);
  const arrivals = fresh.length - stays.length;
  const isFull = fresh.length >= size;
  // Nothing that somebody looks at is left.
  if (arrivals === 0 || (stays.length === 0 && !isFull)) return { items: fresh, arrivals: 0 };
  const ids = new Set(fresh.map(({ id }) => id));
  const pushed = isFull ? shown.slice(shown.findLastIndex(({ id }) => ids.has(id)) + 1) : [];
  return { items: [...stays, ...pushed].slice(0, size), arrivals };
}

type Page<T> = {
  items: readonly T[];
  /** Which page of which list it is. */
  name: string;
  sort: MediaSort | undefined;
  /** Whether the items are of that page; else they are still of the one before. */
  ready: boolean;
};

/** The items of a page of the list, which stay where they are while others arrive, until `showAll`. */
export function useSteady<T extends Item>({ items, name, sort, ready }: Page<T>): Steady<T> & { showAll: () => void } {
  const begin = () => ({
    name,
    source: items,
    shown: items,
    known: new Set(items.map(({ id }) => id)),
    until: newestOf(items),
    arrivals: 0,
  });
  const [kept, setKept] = useState(begin);
  if (ready && kept.name !== name) setKept(begin());
  else if (kept.source !== items) {
    // The oldest come first: whatever arrives stands at the end.
    const next = sort === 'oldest' ? { items, arrivals: 0 } : steadied(items, kept);
    const known = new Set([...kept.known, ...next.items.map(({ id }) => id)]);
    setKept({ ...kept, source: items, shown: next.items, arrivals: next.arrivals, known });
  }
  return { items: kept.shown, arrivals: kept.arrivals, showAll: () => setKept(begin()) };
}
