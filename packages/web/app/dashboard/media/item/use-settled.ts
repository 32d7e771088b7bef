import type { MediaUpload } from '@clearframe/contract';
import { useState } from 'react';
import { usePainted } from './use-painted.ts';

/**
 * The item for all that stands beside and below the picture and its decision: the one of before until the next picture is painted. So
 * the frame that brings a picture takes nothing else out and makes nothing else. @param media the same object while nothing of it changes
 */
export function useSettled(media: MediaUpload): MediaUpload {
  const isPainted = usePainted(media.id);
  const [settled, setSettled] = useState(media);
  const shown = isPainted || settled.id === media.id ? media : settled;
  if (shown !== settled) setSettled(shown);
  return shown;
}
