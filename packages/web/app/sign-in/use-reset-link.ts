import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type ResetLink, readResetLink } from './reset-link.ts';

/** `unknown` in the prerendered page and until its script has read the address. */
export type ResetLinkState = { status: 'unknown' } | { status: 'invalid' } | { status: 'open'; link: ResetLink };

const stateOf = (link: ResetLink | null): ResetLinkState => (link ? { status: 'open', link } : { status: 'invalid' });

/** Whether the browser shows this entry of its history again, rather than an address that was opened anew. */
function isShownAgain(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && (entry.type === 'reload' || entry.type === 'back_forward');
}

/**
 * Reads the mailed link once and takes token and address out of the address bar, from where they would get into bookmarks and over
 * shoulders. The entry of the browser's history keeps them, so that a reload does not lose the link.
 */
export function useResetLink(): ResetLinkState {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<ResetLinkState>({ status: 'unknown' });
  useEffect(() => {
    if (search === '') {
      const kept = isShownAgain() ? readResetLink(state) : null;
      setLink((current) => (current.status === 'unknown' ? stateOf(kept) : current));
      return;
    }
    const asked = readResetLink(Object.fromEntries(new URLSearchParams(search)));
    setLink(stateOf(asked));
    void navigate('/reset-password', { replace: true, state: asked });
  }, [search, state, navigate]);
  return link;
}
