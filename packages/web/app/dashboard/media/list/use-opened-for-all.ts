import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { selectsAll } from '../selecting-all.ts';

/**
 * Whether the list was opened in order to decide all of it, until that is begun or the list has nothing. The history forgets it at once:
 * whoever reloads the page or comes back to it begins with nothing selected.
 * @param hasNothing the list is read and empty, or cannot be read
 */
export function useOpenedForAll(hasNothing: boolean): { isOpenedForAll: boolean; onBegun: () => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [isOpened, setOpened] = useState(false);
  const asksForAll = selectsAll(state);
  const note = useEffectEvent(() => {
    setOpened(true);
    void navigate(`${pathname}${search}`, { replace: true });
  });
  useEffect(() => {
    if (asksForAll) note();
  }, [asksForAll]);
  if (isOpened && hasNothing) setOpened(false);
  return { isOpenedForAll: isOpened, onBegun: () => setOpened(false) };
}
