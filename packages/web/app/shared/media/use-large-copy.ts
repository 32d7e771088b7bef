import { useEffect, useState } from 'react';
import { preparedCopy } from './prepared-copies.ts';

/** How often, and after which pause, a copy is asked for that could not be made in time. */
const TRIES = 4;
const PAUSE_MS = 5_000;

/**
 * The address of a large copy once this browser has loaded it, at once where it was prepared; null until then, and for good where that
 * fails. Whoever shows it shows a smaller copy meanwhile. Later addresses of the same copy are left alone.
 */
export function useLargeCopy(latest: string | null): string | null {
  const [address, setAddress] = useState(latest);
  const [loaded, setLoaded] = useState(() => preparedCopy(latest));
  if (address === null && latest !== null) setAddress(latest);
  useEffect(() => {
    if (address === null || loaded !== null) return;
    const picture = new Image();
    let timer: number | undefined;
    let tries = 1;
    const onError = () => {
      if (tries++ < TRIES)
        timer = window.setTimeout(() => {
          picture.src = address;
        }, PAUSE_MS);
    };
    const onLoad = () => setLoaded(address);
    picture.addEventListener('error', onError);
    picture.addEventListener('load', onLoad);
    picture.src = address;
    return () => {
      picture.removeEventListener('error', onError);
      picture.removeEventListener('load', onLoad);
      window.clearTimeout(timer);
    };
  }, [address, loaded]);
  return loaded;
}
