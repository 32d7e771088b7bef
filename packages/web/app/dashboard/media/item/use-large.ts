import type { MediaUpload } from '@clearframe/contract';
import { type RefObject, useState } from 'react';
import { isVideo } from '../../../shared/media/is-video.ts';

/** Whether the picture is looked at as large as the window. @param print where it stands on the page, veiled or revealed */
export function useLarge(media: MediaUpload, print: RefObject<HTMLElement | null>) {
  const [of, setOf] = useState<string | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const canOpen = !isVideo(media) && !media.withheld && media.signedDisplayUrl !== null;
  return {
    canOpen,
    /** Its code was asked for. */
    wasOpened,
    open: canOpen && of === media.id,
    onOpen: () => {
      if (!canOpen) return;
      setWasOpened(true);
      setOf(media.id);
    },
    onClose: () => setOf(null),
    isHidden: () => print.current?.querySelector('[data-slot~=veil]:not([data-slot~=open])') !== null,
  };
}
