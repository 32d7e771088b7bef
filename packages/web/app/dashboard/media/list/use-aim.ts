import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** Nobody has seen within that time what moved below a pointer that rests, or came to be at hand by itself. */
export const SEEN_MS = 500;

/**
 * Cards that leave let others move up, below a pointer that rests. A press that was aimed at what was there before does nothing.
 * @param ids of the cards, in their order @param name of the page that they are of: to turn it is no such move
 */
export function useAim(ids: readonly string[], name: string, onMissed: () => void) {
  const before = useRef({ ids, name });
  const moved = useRef({ at: Number.NEGATIVE_INFINITY, from: 0 });
  const aimedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    const from = before.current.ids.findIndex((id, index) => id !== ids[index]);
    if (before.current.name === name && from >= 0) moved.current = { at: performance.now(), from };
    before.current = { ids, name };
  });
  return {
    onPointerMove: () => {
      aimedAt.current = performance.now();
    },
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const { at, from } = moved.current;
      // A key presses a button that has the focus, and moves with it.
      if (event.detail === 0 || aimedAt.current > at || performance.now() - at > SEEN_MS) return;
      const card = event.target instanceof Element ? event.target.closest('article') : null;
      if (!card || [...event.currentTarget.children].indexOf(card) < from) return;
      event.preventDefault();
      event.stopPropagation();
      onMissed();
    },
  };
}
