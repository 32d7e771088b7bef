import type { MediaUpload } from '@clearframe/contract';
import { memo } from 'react';
import { FileCards } from './file-cards.tsx';
import { History } from './history.tsx';
import { WhyCard } from './why-card.tsx';

type BelowPictureProps = {
  media: MediaUpload;
  /** Another one is shown already: nothing of it is drawn. */
  isLeft: boolean;
  showsPlaces: boolean;
  /** Of this item: with another one it is another. */
  onPlaces: (shows: boolean) => void;
  /** Of this item too: shows it beside the known picture that it looks like. */
  onCompare: (() => void) | undefined;
};

/** What was found in an item, what happened to it, and its file. Drawn only where that changes: no picture waits for it. */
export const BelowPicture = memo(
  ({ media, showsPlaces, onPlaces, onCompare }: BelowPictureProps) => (
    <>
      <WhyCard media={media} showsPlaces={showsPlaces} onPlaces={onPlaces} onCompare={onCompare} />
      <History media={media} />
      <FileCards key={media.id} media={media} />
    </>
  ),
  (before, now) => now.isLeft || (before.media === now.media && before.showsPlaces === now.showsPlaces),
);
