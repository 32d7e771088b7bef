import { useEffectEvent, useLayoutEffect } from 'react';
import { useReview } from './review-context.ts';
import { actionOf, isTaken, type ReviewAction } from './shortcuts.ts';

/**
 * Runs what a key means while the page is shown: never in a field, in a dialog, under the drawer or with a modifier, and not at all
 * when the person switched shortcuts off (WCAG 2.1.4).
 */
export function useShortcuts(handlers: Partial<Record<ReviewAction, (press: KeyboardEvent) => void>>): void {
  const { shortcuts } = useReview();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event);
    const handler = action === null ? undefined : handlers[action];
    if (action === null || !handler || event.defaultPrevented) return;
    if (isTaken(document.activeElement, action) || document.querySelector('dialog[open], [inert]') !== null) return;
    event.preventDefault();
    handler(event);
  });
  // With the picture, not after it: in the queue the next key may come at once.
  useLayoutEffect(() => {
    if (!shortcuts) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [shortcuts]);
}
