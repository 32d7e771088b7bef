import type { MediaUpload, VideoProgress as Progress } from '@clearframe/contract';
import { useState } from 'react';
import { useLive } from '../../shell/live/use-live.ts';
import { Meter } from '../../ui/meter.tsx';
import { secondsWord } from './timeline.ts';
import styles from './video.module.css';

/** How far the analysis of a video is, as it goes on. */
export function VideoProgress({ media }: { media: MediaUpload }) {
  const [heard, setHeard] = useState<Progress | null>(null);
  useLive({
    onEvent: (event) => {
      if (event.type === 'media.stage' && event.media_id === media.id && event.progress) setHeard(event.progress);
    },
  });
  const read = media.progress;
  if (read === null) return <p className="muted">The video is queued for analysis.</p>;
  // What was read and what was heard race each other: it never goes back.
  const { seconds_done, seconds_total } = heard && heard.seconds_done > read.seconds_done ? heard : read;
  return (
    <div className={styles.progress} role="status">
      <Meter label="Progress of the analysis" value={seconds_done} max={seconds_total} />
      <p className="muted">
        {seconds_done.toLocaleString('en-US')} of {secondsWord(seconds_total)} analysed
      </p>
    </div>
  );
}
