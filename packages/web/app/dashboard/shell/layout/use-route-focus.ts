import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigationType } from 'react-router';

/** The next one too: what `useKeptFocus` gives back, it gives back in the first. */
function afterFrames(task: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(task);
  });
  return () => cancelAnimationFrame(frame);
}

/**
 * A page that somebody opens begins at its heading, so that a screen reader names it and its keys act at once: a link of the menu that
 * kept the focus would take Enter. What was pressed in a page that stays keeps the focus, and a page may place it elsewhere after this.
 * @param page the `<main>`
 */
export function useRouteFocus(page: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const arrival = useNavigationType();
  const route = useMatches().at(-1)?.id;
  // A document that the browser loads begins at its top.
  const shown = useRef(arrival === 'POP' ? { pathname, route } : null);
  useLayoutEffect(() => {
    const before = shown.current;
    if (before?.pathname === pathname) return;
    shown.current = { pathname, route };
    const begin = () => {
      const at = document.activeElement;
      if (at !== page.current && page.current?.contains(at)) return;
      const heading = document.querySelector('h1');
      // Another item under the same heading is read out by a focus that comes anew.
      heading?.blur();
      heading?.focus({ preventScroll: true });
    };
    if (before?.route !== route) begin();
    else if (arrival !== 'REPLACE') return afterFrames(begin);
  }, [pathname, route, arrival, page]);
}
