import { useEffect, useEffectEvent } from 'react';
import { usePreference } from '../media/decide/preference.ts';
import { actionOf, isTaken, type ReviewAction } from '../media/decide/shortcuts.ts';
import { useUser } from '../shell/session/require-session.tsx';

const switches = ['on', 'off'] as const;

/** The keys of Content Review for appeals, so nobody learns two lists. @returns whether the person kept single keys on */
export function useAppealKeys(handlers: Partial<Record<ReviewAction, () => void>>): boolean {
  const user = useUser();
  const [shortcuts] = usePreference('shortcuts', user.id, switches, 'on');
  const isOn = shortcuts === 'on';
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event);
    const handler = action === null ? undefined : handlers[action];
    if (action === null || !handler || event.defaultPrevented || isTaken(document.activeElement, action)) return;
    if (document.querySelector('dialog[open], [inert]') !== null) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
  return isOn;
}
