import { useMatches } from 'react-router';

/** What a route under /dashboard exports as `handle`: the words of the top bar. */
export type PageHandle = {
  title: string;
  /** The page above, shown before the title. */
  parent?: {
    to: string;
    label: string;
    /** The address's query belongs to it: the way back keeps it. */
    keepsSearch?: boolean;
  };
  /** 'primary' where the page has no primary action of its own. */
  upload?: 'primary' | 'secondary' | 'none';
  /** As wide as the window, for pictures and long rows. */
  isWide?: boolean;
};

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string';
}

/** The handle of the deepest matching route. */
export function usePageHandle(): PageHandle {
  const handles = useMatches()
    .map((match) => match.handle)
    .filter(isPageHandle);
  return handles.at(-1) ?? { title: 'Dashboard' };
}
