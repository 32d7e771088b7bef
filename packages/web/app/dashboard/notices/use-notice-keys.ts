import { useEffect, useEffectEvent } from 'react';
import { usePreference } from '../media/decide/preference.ts';
import { actionOf, isTaken } from '../media/decide/shortcuts.ts';
import { useUser } from '../shell/session/require-session.tsx';

const switches = ['on', 'off'] as const;

/** J and K, as in Content Review. @returns whether the person kept single keys on */
export function useNoticeKeys(go: (step: 1 | -1) => void): boolean {
  const user = useUser();
  const [shortcuts] = usePreference('shortcuts', user.id, switches, 'on');
  const isOn = shortcuts === 'on';
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event);
    if ((action !== 'next' && action !== 'previous') || event.defaultPrevented) return;
    if (isTaken(document.activeElement, action) || document.querySelector('dialog[open], [inert]') !== null) return;
    event.preventDefault();
    go(action === 'next' ? 1 : -1);
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
  return isOn;
}
