import { useEffect, useEffectEvent } from 'react';
import { handedFiles } from '../shell/files/handed-files.ts';

/** Takes files that were dropped or pasted on another page, or on this one without its drop zone. */
export function useHandedFiles(takesThem: boolean, onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(() => {
    if (!takesThem) return;
    const files = handedFiles.take();
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => {
    take();
    return handedFiles.onGiven(() => take());
  }, []);
}
