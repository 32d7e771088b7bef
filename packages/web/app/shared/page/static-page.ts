import { useEffect, useRef } from 'react';
import { useMatches } from 'react-router';

/**
 * What a route exports as `handle` when its page is only read: React draws it at build time and never runs in the browser. What moves
 * there is moved by `page-script/`, in the elements' own attributes (docs/decisions/063).
 */
export const staticPage = { isStatic: true } as const;

const isStaticHandle = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'isStatic' in handle && handle.isStatic === true;

/** Whether the page of this address is one of those. */
export function useIsStaticPage(): boolean {
  return useMatches().some(({ handle }) => isStaticHandle(handle));
}

/**
 * Loads the document of a page that is only read when the running application is led there. Where the application itself was loaded
 * for such a page (an unknown address under /dashboard) there is no other document, and it draws the page. @returns whether it leaves
 */
export function useLoadStaticPage(): boolean {
  const isStatic = useIsStaticPage();
  const loadedFor = useRef(isStatic);
  const isLeaving = isStatic && !loadedFor.current;
  useEffect(() => {
    if (isLeaving) window.location.reload();
  }, [isLeaving]);
  return isLeaving;
}
