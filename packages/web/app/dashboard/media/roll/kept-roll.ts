import { limits, type MediaRoll, type MediaUpload } from '@clearframe/contract';

/** A roll in the order in which it was read: what is decided keeps its place, so that nobody loses theirs. */
export type KeptRoll = {
  /** The item around which it was read. */
  around: string;
  /** The filters of its list, as an address writes them. */
  search: string;
  items: readonly MediaUpload[];
  /** Whether the list may go on before the first of them, and after the last. */
  goesOn: { before: boolean; after: boolean };
};

/** One item of a roll. Of what has left the list nothing is shown: it may be removed, on hold, or hidden for a break. */
export type RollItem = { item: MediaUpload; isThere: boolean };

/** A roll as it is read around an item. One whose score changed between the two readings of an answer stands in it twice. */
export function rollAround(item: MediaUpload, search: string, { before, after }: MediaRoll): KeptRoll {
  const goesOn = { before: before.length === limits.rollBefore, after: after.length === limits.rollAfter };
  const byId = new Map([...before, item, ...after].map((one) => [one.id, one]));
  return { around: item.id, search, items: [...byId.values()], goesOn };
}

/** Whether a roll shows that item with something on both sides, as far as the list has it. */
export function shows(roll: KeptRoll, id: string): boolean {
  const at = roll.items.findIndex((item) => item.id === id);
  const isFirst = at === 0 && roll.goesOn.before;
  const isLast = at === roll.items.length - 1 && roll.goesOn.after;
  return at >= 0 && !isFirst && !isLast;
}

/**
 * The items of a roll as they are now.
 * @param known of single items, as the page has them
 * @param read what was last read around the roll's own item; undefined while nothing was
 */
export function itemsNow({ items }: KeptRoll, known: readonly MediaUpload[], read: MediaRoll | undefined): RollItem[] {
  const own = new Map(known.map((item) => [item.id, item]));
  const listed = new Map([...(read?.before ?? []), ...(read?.after ?? [])].map((item) => [item.id, item]));
  return items.map((item) => ({
    item: own.get(item.id) ?? listed.get(item.id) ?? item,
    isThere: read === undefined || own.has(item.id) || listed.has(item.id),
  }));
}
