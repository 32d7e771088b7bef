import { type RefObject, useLayoutEffect, useState } from 'react';
import { useHydrated } from '../shared/form/use-hydrated.ts';

/**
 * A page that somebody comes to from another one begins at its heading, as in the dashboard: what they pressed is gone. A document that
 * the browser loads begins at its top, and a page may place the focus elsewhere.
 * @param page the `<main>`
 */
export function useArrivalFocus(page: RefObject<HTMLElement | null>): void {
  const [isArrival] = useState(useHydrated());
  useLayoutEffect(() => {
    const heading = page.current?.querySelector('h1');
    if (!isArrival || !heading || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isArrival, page]);
}
