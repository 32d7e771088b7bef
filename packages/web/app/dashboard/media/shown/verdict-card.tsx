import type { MediaUpload } from '@clearframe/contract';
import { CircleCheck, CircleDashed, CircleQuestionMark, Eye, Flag, Shuffle, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { verdictOf, verdictWords } from '../../../shared/verdict/verdict.ts';
import { checksSentence } from '../../../shared/verdict/verdict-sentences.ts';
import styles from './verdict-card.module.css';

/** The verdicts, and what a person finds in their place. */
const looks = {
  flagged: { className: styles.flagged, icon: Flag, filled: true },
  safe: { className: styles.safe, icon: CircleCheck, filled: false },
  not_checked: { className: styles.notChecked, icon: CircleDashed, filled: false },
  review: { className: styles.review, icon: CircleQuestionMark, filled: false },
  held: { className: styles.others, icon: Eye, filled: false },
  lost: { className: styles.others, icon: Users, filled: false },
} as const;

/** Why an item has no verdict: the reason that the server gave, or that it still waits. */
function waitingSentence(media: MediaUpload): string {
  return media.moderationError ?? 'The analysis is running. This page updates itself.';
}

export type VerdictHead = {
  look: keyof typeof looks;
  title: string;
  /** Before what the checks said. */
  first?: ReactNode;
};

type VerdictCardProps = {
  media: MediaUpload;
  /** In the place of the plain verdict. */
  head?: VerdictHead | undefined;
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
export function VerdictCard({ media, head, onOpen, children }: VerdictCardProps) {
  if (onOpen) return <SampleHead onOpen={onOpen}>{children}</SampleHead>;
  const verdict = verdictOf(media);
  const look = looks[head?.look ?? verdict];
  const { moderation } = media;
  return (
    <section className={`card ${styles.verdictCard} ${look.className}`} data-slot="verdict-card">
      <div className={styles.line}>
        <span className={styles.mark}>
          <Icon of={look.icon} filled={look.filled} />
        </span>
        <div>
          <h2 {...(head && { dir: 'auto' })}>{head?.title ?? verdictWords[verdict]}</h2>
          {head?.first}
          <p>{moderation ? checksSentence(moderation) : waitingSentence(media)}</p>
        </div>
      </div>
      {moderation ? <p className={styles.why}>{moderation.reason}</p> : null}
      {children}
    </section>
  );
}
