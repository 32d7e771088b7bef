import type { MediaUpload } from '@clearframe/contract';
import { Play } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import styles from '../ui/veil.module.css';
import { clockOf } from './clock-of.ts';
import { isVideo } from './is-video.ts';

/** The chip on the print of a video, with its length once that is known; nothing on a picture. */
export function VideoMark({ media }: { media: Pick<MediaUpload, 'mimeType' | 'duration_ms'> }) {
  if (!isVideo(media)) return null;
  return (
    <span className={styles.duration} data-slot="duration">
      <Icon of={Play} filled />
      <span className="visually-hidden">Video</span>
      {media.duration_ms === null ? null : clockOf(media.duration_ms / 1_000)}
    </span>
  );
}
