import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useUser } from '../session/require-session.tsx';
import { goPages } from './go-pages.ts';
import type { PaletteProps } from './palette.tsx';

const GO_MS = 1_500;

/** Whether the person kept single keys on, as the list of keys of Content Review says. */
const usesKeys = (userId: string) => localStorage.getItem(`clearframe-shortcuts:${userId}`) !== 'off';

/**
 * Keys of every page: Ctrl or Cmd with K for the palette, "/" for the search of the page, G and a letter for another page. What is typed
 * while the palette is on its way belongs to it: a P must not decide anything.
 */
export function usePalette() {
  const user = useUser();
  const navigate = useNavigate();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  // null = its code comes with the first opening.
  const [View, setView] = useState<ComponentType<PaletteProps> | null>(null);
  const typed = useRef('');
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const open = () => {
    typed.current = '';
    setOpen(true);
    void import('./palette.tsx').then(
      ({ Palette }) => setView(() => Palette),
      () => {
        setOpen(false);
        toast('Could not load the search. Try again.');
      },
    );
  };
  const act = (event: KeyboardEvent, does: () => void) => {
    event.preventDefault();
    does();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, timeStamp } = event;
    if (event.isComposing || altKey || document.querySelector('dialog[open]')) return;
    if (isOpen)
      return act(event, () => {
        event.stopPropagation();
        if (key.length === 1 && !ctrlKey && !metaKey) typed.current += key;
      });
    const letter = key.toLowerCase();
    if (ctrlKey || metaKey) return letter === 'k' && !shiftKey ? act(event, open) : undefined;
    const isTyping = document.activeElement?.matches(
      'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select',
    );
    if (isTyping || document.querySelector('[inert]') || !usesKeys(user.id)) return;
    const to = timeStamp - wentAt.current < GO_MS ? goPages[letter] : undefined;
    wentAt.current = letter === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
    if (to) act(event, () => void navigate(to));
    const field = document.querySelector<HTMLElement>('main input[type=search]');
    if (key === '/') act(event, () => (field ? field.focus() : open()));
  });
  useEffect(() => {
    // Before the keys of a page.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
  return { View, open, props: { open: isOpen, typed, onClose: () => setOpen(false) } };
}
