import type { MediaUpload } from '@clearframe/contract';
import { useRef, useState } from 'react';

/** Which items of a page are selected, one by one, in ranges, or all of them. */
export function usePicked(items: readonly MediaUpload[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  /** Where a range begins: the item that was selected or left last. */
  const anchor = useRef<string | null>(null);
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
    anchor.current = id;
  };
  return {
    has: (id: string) => picked.has(id),
    items: items.filter(({ id }) => picked.has(id)),
    toggle,
    /** From the item that was touched last to this one; without one, this one alone. */
    extendTo: (id: string) => {
      const ids = items.map((item) => item.id);
      const from = ids.indexOf(anchor.current ?? id);
      const to = ids.indexOf(id);
      if (from < 0) return toggle(id);
      setPicked(new Set([...picked, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)]));
      anchor.current = id;
    },
    all: () => setPicked(new Set(items.map(({ id }) => id))),
    keep: (kept: readonly MediaUpload[]) => setPicked(new Set(kept.map(({ id }) => id))),
  };
}
