import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import styles from './app-shell.module.css';

const WIDE = '(min-width: 64rem)';
const FOCUSABLE = 'a[href], button:not([disabled])';

/** Tab on the last stop goes to the first, Shift+Tab on the first to the last. */
function keepInside(event: KeyboardEvent, area: HTMLElement | null): void {
  const stops = [...(area?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/**
 * The side menu as a drawer under 1024 px: focus moves in and stays in, Escape, a choice or a wider window closes it,
 * and focus goes back to the button that opened it.
 */
export function useDrawer() {
  const [open, setOpen] = useState(false);
  const drawer = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();

  const [shownAt, setShownAt] = useState(pathname);
  if (shownAt !== pathname) {
    setShownAt(pathname);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return;
    const button = opener.current;
    const wide = matchMedia(WIDE);
    const close = () => setOpen(false);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
      if (event.key === 'Tab') keepInside(event, drawer.current);
    };
    document.addEventListener('keydown', onKeyDown);
    document.body.classList.add(`${styles.drawerOpen}`);
    drawer.current?.querySelector('button')?.focus();
    wide.addEventListener('change', close);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      wide.removeEventListener('change', close);
      document.body.classList.remove(`${styles.drawerOpen}`);
      button?.focus();
    };
  }, [open]);

  return { open, setOpen, drawer, opener };
}
