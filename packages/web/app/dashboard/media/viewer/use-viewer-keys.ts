import { useEffect, useEffectEvent } from 'react';
import { useReview } from '../decide/review-context.ts';
import { actionOf, isTaken, type ReviewAction } from '../decide/shortcuts.ts';

/** Keys of the large picture. Arrows act without the setting that turns single letters off; a slider keeps its own. */
export function useViewerKeys(handlers: Partial<Record<ReviewAction, () => void>>, onArrow: (key: string) => boolean): void {
  const { shortcuts } = useReview();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { activeElement } = document;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.startsWith('Arrow') && !activeElement?.matches('input') && onArrow(event.key)) return event.preventDefault();
    const action = actionOf(event);
    const handler = action && shortcuts ? handlers[action] : undefined;
    if (!action || !handler || isTaken(activeElement, action)) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
