import type { MediaUpload } from '@clearframe/contract';
import { CircleCheck, CircleDashed, Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateBadge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Verdict, verdictOf, verdictWords, wantsReview } from './verdict.ts';
import { checksSentence, decidedSentence } from './verdict-sentences.ts';

const looks: Record<Verdict, { className: string; icon: typeof Flag; filled: boolean }> = {
  flagged: { className: 'v-flag', icon: Flag, filled: true },
  safe: { className: 'v-pass', icon: CircleCheck, filled: false },
  not_checked: { className: 'v-wait', icon: CircleDashed, filled: false },
};

/** Why an item has no verdict: the reason that the server gave, or that it still waits. */
function waitingSentence(media: MediaUpload): string {
  return media.moderationError ?? 'The analysis has not ended yet. This page follows it.';
}

/** The verdict with the reason beside it, and below what may be done about it. */
export function VerdictCard({ media, children }: { media: MediaUpload; children?: ReactNode }) {
  const verdict = verdictOf(media);
  const look = looks[verdict];
  const { moderation } = media;
  const decided = decidedSentence(media);
  return (
    <section className={`card verdict ${look.className}`}>
      <div className="v">
        <span className="mark">
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
      {moderation ? <p className="why">{moderation.reason}</p> : null}
      {children}
    </section>
  );
}
