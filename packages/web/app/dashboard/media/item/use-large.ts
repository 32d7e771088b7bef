import type { MediaUpload } from '@clearframe/contract';
import { type RefObject, useState } from 'react';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { isVideo } from '../../../shared/media/is-video.ts';

/** Whether the picture is looked at as large as the window. @param print where it stands on the page, veiled or revealed */
export function useLarge(media: MediaUpload, print: RefObject<HTMLElement | null>) {
  const [of, setOf] = useState<string | null>(null);
  const [compares, setCompares] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const canOpen = !isVideo(media) && !isOutOfSight(media) && media.signedDisplayUrl !== null;
  const open = (besideKnown: boolean) => {
    if (!canOpen) return;
    setWasOpened(true);
    setCompares(besideKnown);
    setOf(media.id);
  };
  return {
    canOpen,
    /** Its code was asked for. */
    wasOpened,
    open: canOpen && of === media.id,
    compares,
    setCompares,
    onOpen: () => open(false),
    onCompare: () => open(true),
    onClose: () => setOf(null),
    isHidden: () => print.current?.querySelector('[data-slot~=veil]:not([data-slot~=open])') !== null,
  };
}
