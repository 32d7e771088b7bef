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
