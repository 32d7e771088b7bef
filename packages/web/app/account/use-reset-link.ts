import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type ResetLink, readResetLink } from './reset-link.ts';

/** `unknown` in the prerendered page and until its script has read the address. */
export type ResetLinkState = { status: 'unknown' } | { status: 'invalid' } | { status: 'open'; link: ResetLink };

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
      const kept = readResetLink(state);
      setLink(kept ? { status: 'open', link: kept } : { status: 'invalid' });
      return;
    }
    const asked = readResetLink(Object.fromEntries(new URLSearchParams(search)));
    void navigate('/reset-password', { replace: true, state: asked });
  }, [search, state, navigate]);
  return link;
}
