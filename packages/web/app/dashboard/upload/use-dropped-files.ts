import { useEffect, useEffectEvent, useState } from 'react';

const events = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;

/** Takes files that are dropped anywhere on the page. @returns whether some are held over it */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    // Or the browser would open the file in place of the page.
    event.preventDefault();
    if (document.querySelector('dialog[open]')) return;
    if (event.type === 'dragenter') setOver(event.dataTransfer?.types.includes('Files') === true);
    if (event.type === 'drop' || (event.type === 'dragleave' && event.relatedTarget === null)) setOver(false);
    const files = event.type === 'drop' ? [...(event.dataTransfer?.files ?? [])] : [];
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const drag = (event: DragEvent) => onDrag(event);
    for (const name of events) window.addEventListener(name, drag);
    return () => {
      for (const name of events) window.removeEventListener(name, drag);
    };
  }, []);
  return isOver;
}
