import type { MediaUpload } from '@clearframe/contract';
import { CircleCheck, CircleDashed, Flag, Shuffle } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { type Verdict, verdictOf, verdictWords, wantsReview } from '../../../shared/verdict/verdict.ts';
import { checksSentence, decidedSentence } from '../../../shared/verdict/verdict-sentences.ts';
import { MatchNote } from './match-note.tsx';
import styles from './verdict-card.module.css';

const looks: Record<Verdict, { className: string | undefined; icon: typeof Flag; filled: boolean }> = {
  flagged: { className: styles.flagged, icon: Flag, filled: true },
  safe: { className: styles.safe, icon: CircleCheck, filled: false },
  not_checked: { className: styles.notChecked, icon: CircleDashed, filled: false },
};

/** Why an item has no verdict: the reason that the server gave, or that it still waits. */
function waitingSentence(media: MediaUpload): string {
  return media.moderationError ?? 'The analysis is running. This page updates itself.';
}

type VerdictCardProps = {
  media: MediaUpload;
  /** Shows what the analysis said of an item of the sample, where that is kept back. */
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
};

/** In the place of the verdict, which a person shall not know before they judge. */
function SampleHead({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <section className={`card ${styles.verdictCard} ${styles.notChecked}`} data-slot="verdict-card">
      <div className={styles.line}>
        <span className={styles.mark}>
          <Icon of={Shuffle} />
        </span>
        <div>
          <h2>Sample</h2>
          <p>Drawn at random to measure the analysis. Decide on your own.</p>
          <Button kind="ghost" size="small" onClick={onOpen}>
            Show the analysis
          </Button>
        </div>
      </div>
      {children}
    </section>
  );
}

/** The verdict with the reason beside it, and below what may be done about it. */
export function VerdictCard({ media, onOpen, children }: VerdictCardProps) {
  if (onOpen) return <SampleHead onOpen={onOpen}>{children}</SampleHead>;
  const verdict = verdictOf(media);
  const look = looks[verdict];
  const { moderation } = media;
  const decided = decidedSentence(media);
  return (
    <section className={`card ${styles.verdictCard} ${look.className}`} data-slot="verdict-card">
      <div className={styles.line}>
        <span className={styles.mark}>
          <Icon of={look.icon} filled={look.filled} />
        </span>
        <div>
          <div className="row wrap">
            <h2>{verdictWords[verdict]}</h2>
            {wantsReview(media) ? <StateBadge state="review" /> : null}
          </div>
          {decided ? <p className="strong">{decided}</p> : null}
          <p>{moderation ? checksSentence(moderation) : waitingSentence(media)}</p>
        </div>
      </div>
      {moderation ? <p className={styles.why}>{moderation.reason}</p> : null}
      <MatchNote match={moderation?.match} />
      {children}
    </section>
  );
}
