import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Begins the page of the item that comes after a deleted one at its heading. The deleted one leaves the browser's history, so its address
 * is replaced, and `use-route-focus.ts` leaves the focus alone then. @param id of the address
 */
export function useBeginAtHeading(id: string): void {
  const arrival = useNavigationType();
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    if (arrival !== 'REPLACE') return;
    const begin = () => {
      // The question keeps the focus until the next item is drawn.
      if (document.querySelector('dialog[open]')) frame = requestAnimationFrame(begin);
      // Who began a note at once is let write it.
      else if (!(document.activeElement instanceof HTMLTextAreaElement))
        document.querySelector('h1')?.focus({ preventScroll: true });
    };
    let frame = requestAnimationFrame(begin);
    return () => cancelAnimationFrame(frame);
  }, [id, arrival]);
}
