import { useLayoutEffect, useRef } from 'react';

const inputs = ['keydown', 'pointerdown'] as const;

/**
 * Gives the keyboard back to the page when another item is shown, and so to its heading (`use-route-focus.ts`). What kept the focus would
 * act on the next item: Enter on Fail, or a print that takes keys for itself.
 */
export function useBeginAtPage(id: string): void {
  const shown = useRef(id);
  useLayoutEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    const end = () => {
      cancelAnimationFrame(frame);
      for (const input of inputs) window.removeEventListener(input, begin, { capture: true });
    };
    const begin = () => {
      end();
      const main = document.querySelector('main');
      const at = document.activeElement;
      if (at === document.body || (main?.contains(at) && !at?.closest('dialog'))) main?.focus({ preventScroll: true });
    };
    // With the frame, which lays everything out anyway, and before `use-kept-focus.ts`, whose frame is asked for after this. A key that
    // comes sooner may place the focus itself.
    const frame = requestAnimationFrame(begin);
    for (const input of inputs) window.addEventListener(input, begin, { capture: true });
    return end;
  }, [id]);
}
