import type { MediaUpload } from '@clearframe/contract';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { isVideo } from '../../../shared/media/is-video.ts';
import { useReview } from '../decide/review-context.ts';
import { useOfItem } from './use-of-item.ts';

/** How the picture is looked at. `veiled`: it came by a key while another was compared, and nobody has revealed it. */
type Look = { compares: boolean; veiled: boolean };

/** Whether the picture is looked at as large as the window. @param print where it stands on the page, veiled or revealed */
export function useLarge(media: MediaUpload, print: RefObject<HTMLElement | null>) {
  const { comparing, setComparing } = useReview();
  const canOpen = !isVideo(media) && !isOutOfSight(media) && media.signedDisplayUrl !== null;
  const known = canOpen && media.moderation?.match?.media_id ? media.moderation.match : null;
  // Who compared the item before goes on comparing, where this one has a known picture too.
  const [look, setLook] = useOfItem<Look | null>(media.id, () => (comparing && known ? { compares: true, veiled: true } : null));
  const [wasOpened, setWasOpened] = useOfItem(media.id, () => look !== null);
  const stopComparing = useEffectEvent(() => {
    if (comparing && look === null) setComparing(false);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item
  useEffect(() => stopComparing(), [media.id]);
  const open = (compares: boolean) => {
    if (!canOpen) return;
    setWasOpened(true);
    setComparing(compares);
    setLook({ compares, veiled: false });
  };
  return {
    canOpen,
    /** The known picture that it looks like, where there is an item to compare it with. */
    known,
    /** Its code was asked for. */
    wasOpened,
    open: canOpen && look !== null,
    compares: look?.compares ?? false,
    setCompares: (compares: boolean) => {
      setComparing(compares);
      setLook(look && { ...look, compares });
    },
    onOpen: () => open(false),
    onCompare: () => open(true),
    onClose: () => {
      setComparing(false);
      setLook(null);
    },
    isHidden: () => look?.veiled === true || print.current?.querySelector('[data-slot~=veil]:not([data-slot~=open])') !== null,
  };
}
