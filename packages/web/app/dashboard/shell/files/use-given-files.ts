import { type ComponentType, useEffect, useState } from 'react';
import { useToast } from '../../../shared/ui/toast.tsx';
import type { Given, GivenProps } from './given.ts';

const events = ['dragenter', 'dragover', 'dragleave', 'drop', 'paste'] as const;

/** Files over the window and pasted ones, on pages without a place of their own for them. The code for them comes with the first. */
export function useGivenFiles() {
  const toast = useToast();
  const [given, setGiven] = useState<Given | null>(null);
  const [View, setView] = useState<ComponentType<GivenProps> | null>(null);
  useEffect(() => {
    const hear = (event: Event) => {
      const { type, target } = event;
      const data = event instanceof ClipboardEvent ? event.clipboardData : event instanceof DragEvent ? event.dataTransfer : null;
      const by = type === 'paste' || type === 'drop' ? type : 'drag';
      const isText = by === 'paste' && target instanceof Element && target.matches('input, textarea');
      if (
        isText ||
        (by === 'paste' && event.defaultPrevented) ||
        !data?.types.includes('Files') ||
        document.querySelector('main [data-slot~=drop-area]')
      )
        return;
      // Or the browser would open the file in place of the page.
      event.preventDefault();
      if (type === 'dragover' || document.querySelector('dialog[open]')) return;
      if (type === 'dragleave') return event instanceof DragEvent && event.relatedTarget === null ? setGiven(null) : undefined;
      // What was let go is readable only now.
      setGiven({ by, files: [...data.files], count: data.items.length });
      import('./given-files.tsx').then(
        ({ GivenFiles }) => setView(() => GivenFiles),
        () => toast('Could not take the files. Try again.'),
      );
    };
    for (const name of events) window.addEventListener(name, hear);
    return () => {
      for (const name of events) window.removeEventListener(name, hear);
    };
  }, [toast]);
  return { View, given, onDone: () => setGiven(null) };
}
