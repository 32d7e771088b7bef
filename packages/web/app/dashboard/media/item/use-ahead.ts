import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { paintFirst } from '../../../shared/api/paint-first.ts';

/** Goes to an item; `navigate` brings its address. */
type Go = (id: string, navigate: () => Promise<void> | void) => void;

export type Ways = {
  /** Shows an item at once. Its address comes after that. */
  goAhead: Go;
  /** Any other way to an item. */
  goTo: Go;
  /** The item that the page shows, or that it is on the way to. */
  leadsTo: () => string;
};

/** An item that is shown, and those whose address the page may have meanwhile. */
type Ahead = { to: string; passed: readonly string[] };

/**
 * Which item a page shows: that of its address, or the one that a decision has brought and that the address does not name yet. A change
 * of the address draws the whole shell, which the next picture does not wait for. The router draws it by a transition, and leaves out an
 * address that another one takes the place of.
 */
export function useAhead(id: string): Ways & { shown: string } {
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const isAhead = ahead !== null && ahead.to !== id && ahead.passed.includes(id);
  // The address has come along, or the person went elsewhere.
  if (ahead !== null && !isAhead) setAhead(null);
  const shown = isAhead ? ahead.to : id;
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  useEffect(() => {
    if (ahead === null) return;
    const end = () => setAhead(null);
    window.addEventListener('popstate', end);
    return () => window.removeEventListener('popstate', end);
  }, [ahead]);

  const show = (to: string) => setAhead({ to, passed: isAhead ? [...ahead.passed, shown] : [id] });
  const follow: Go = (to, navigate) => {
    const come = async () => {
      if (isLeft.current) return;
      await navigate();
      // Another way was taken meanwhile.
      if (!location.pathname.endsWith(`/${to}`)) setAhead((now) => (now?.to === to ? null : now));
    };
    void come();
  };
  return {
    shown,
    // The address comes before the page that the router draws for it.
    leadsTo: () => (isAhead ? shown : (/\/media\/([\w-]{36})$/.exec(location.pathname)?.[1] ?? shown)),
    goAhead(to, navigate) {
      const draw = () => {
        flushSync(() => show(to));
        window.scrollTo(0, 0);
      };
      paintFirst(draw, { follow: () => follow(to, navigate), cancel: () => setAhead(null) });
    },
    goTo(to, navigate) {
      if (isAhead) show(to);
      follow(to, navigate);
    },
  };
}
