import type { MediaUpload } from '@clearframe/contract';
import type { RefObject } from 'react';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import type { ReviewAction } from '../decide/shortcuts.ts';
import { useLargePicture } from './use-large-picture.ts';
import { useView } from './use-view.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { fitScale } from './view.ts';

/** A large picture on its stage: it is moved and zoomed by mouse, keys and buttons. @param keys what further keys do there */
export function useStage(
  media: MediaUpload,
  stage: RefObject<HTMLDivElement | null>,
  keys: Partial<Record<ReviewAction, () => void>>,
) {
  const picture = useLargePicture(media);
  const { view, room, ...move } = useView(stage, picture.size);
  const { zoomIn, zoomOut, fit, turn, pan, panBy } = move;
  const scale = fitScale(picture.size, room, view.turns);
  const fits = view.zoom === 1;
  const onOwnSize = () => move.ownSize(scale);
  useViewerKeys({ zoom: fits ? onOwnSize : fit, zoomIn, zoomOut, fit, turn, ...keys }, (key) => {
    const way = pan[key];
    if (way) panBy(...way);
    return way !== undefined;
  });
  const bar = { title: titleOf(media), percent: Math.round(scale * view.zoom * 100), fits, move, onOwnSize };
  return { picture, view, room, bar };
}
