import type { MediaUpload } from '@clearframe/contract';
import { memo } from 'react';
import { FileCards } from './file-cards.tsx';
import { History } from './history.tsx';
import { WhatTheModelSaw } from './what-the-model-saw.tsx';

type BelowPictureProps = {
  media: MediaUpload;
  /** Another one is shown already: nothing of it is drawn. */
  isLeft: boolean;
  showsPlaces: boolean;
  /** Of this item: with another one it is another. */
  onPlaces: (shows: boolean) => void;
};

/** What was found in an item, what happened to it, and its file. Drawn only where that changes: no picture waits for it. */
export const BelowPicture = memo(
  ({ media, showsPlaces, onPlaces }: BelowPictureProps) => (
    <>
      <WhatTheModelSaw media={media} showsPlaces={showsPlaces} onPlaces={onPlaces} />
      <History media={media} />
      <FileCards key={media.id} media={media} />
    </>
  ),
  (before, now) => now.isLeft || (before.media === now.media && before.showsPlaces === now.showsPlaces),
);
