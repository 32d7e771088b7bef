import type { MediaUpload } from '@clearframe/contract';
import { CircleCheck, CircleDashed, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatFrames, formatSeconds } from '../format/format.ts';
import styles from './upload-result.module.css';
import { checksSentence } from './verdict-sentences.ts';

const heads = {
  passed: { look: styles.pass, icon: CircleCheck, title: 'Passed content moderation' },
  failed: { look: styles.flag, icon: OctagonX, title: 'Failed content moderation' },
  unchecked: { look: styles.wait, icon: CircleDashed, title: 'Not checked' },
} as const;

export type Charge = { charged: number | null; remaining: number | null };

/** "Both checks passed · Checked in 1.84 s · 1 frame charged · 14 frames left": only what the server said. */
export function factsLine(media: MediaUpload, { charged, remaining }: Charge): string {
  const facts: string[] = media.moderation ? [checksSentence(media.moderation).replace(/\.$/, '')] : [];
  if (media.analysis_metadata) facts.push(`Checked in ${formatSeconds(media.analysis_metadata.processing_time_ms)}`);
  if (charged !== null) facts.push(`${formatFrames(charged)} charged`);
  if (remaining !== null) facts.push(`${formatFrames(remaining)} left`);
  return facts.join(' · ');
}

type VerdictHeadProps = { media: MediaUpload; charge: Charge; children: ReactNode };

/** The verdict of an upload, large; `children` are the ways on. */
export function VerdictHead({ media, charge, children }: VerdictHeadProps) {
  const { moderation } = media;
  const head = moderation === null ? heads.unchecked : moderation.passed ? heads.passed : heads.failed;
  return (
    <div className={`${styles.head} ${head.look}`}>
      <head.icon className={styles.sign} aria-hidden="true" />
      <div role="status">
        <h2>{head.title}</h2>
        <p>{moderation?.reason ?? media.moderationError ?? 'The analysis is running.'}</p>
        <p>{factsLine(media, charge)}</p>
      </div>
      <div className="row">{children}</div>
    </div>
  );
}
