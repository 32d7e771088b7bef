import type { MediaUpload } from '@clearframe/contract';
import { isVideo } from '../../../shared/media/is-video.ts';

/** Begun seconds of a video: as the server counts them, or of its length while that is all that is known. */
export function secondsOf({ video, duration_ms }: Pick<MediaUpload, 'video' | 'duration_ms'>): number {
  return video?.seconds ?? Math.ceil((duration_ms ?? 0) / 1_000);
}

/** What one analysis of it costs: a frame for a picture, one for each begun second of a video. */
export function framesOf(media: Pick<MediaUpload, 'mimeType' | 'video' | 'duration_ms'>): number {
  return isVideo(media) ? Math.max(1, secondsOf(media)) : 1;
}
