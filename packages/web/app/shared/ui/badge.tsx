import { CircleCheck, CircleDashed, CirclePause, Eye, Flag, type LucideIcon, Shuffle } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon } from './icon.tsx';

const looks = {
  pass: styles.pass,
  flag: styles.flag,
  wait: styles.wait,
  info: styles.info,
  warn: styles.warn,
  off: styles.off,
} as const;
export type BadgeLook = keyof typeof looks;

/** A state: always shape + word + colour. */
export function Badge({
  look,
  icon,
  filled,
  children,
}: {
  look: BadgeLook;
  icon?: LucideIcon;
  filled?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={`${styles.badge} ${looks[look]}`} data-slot="badge">
      {icon ? <Icon of={icon} filled={filled ?? false} /> : null}
      {children}
    </span>
  );
}

/** The closed vocabulary of states; every page names a state by these words. */
const stateBadges = {
  safe: { look: 'pass', icon: CircleCheck, word: 'Safe' },
  passed: { look: 'pass', icon: CircleCheck, word: 'Passed' },
  flagged: { look: 'flag', icon: Flag, filled: true, word: 'Flagged' },
  failed: { look: 'flag', icon: Flag, filled: true, word: 'Failed' },
  'not-checked': { look: 'wait', icon: CircleDashed, word: 'Not checked' },
  review: { look: 'warn', icon: Eye, word: 'Review' },
  sample: { look: 'info', icon: Shuffle, word: 'Sample' },
  active: { look: 'pass', icon: CircleCheck, word: 'Active' },
  inactive: { look: 'off', icon: CirclePause, word: 'Inactive' },
} as const satisfies Record<string, { look: BadgeLook; icon: LucideIcon; filled?: boolean; word: string }>;

type StateName = keyof typeof stateBadges;

export function StateBadge({ state }: { state: StateName }) {
  const badge = stateBadges[state];
  return (
    <Badge look={badge.look} icon={badge.icon} filled={'filled' in badge}>
      {badge.word}
    </Badge>
  );
}

type Judged = { moderationFlagged: boolean | null; needs_review: boolean; sampled: boolean };

/**
 * Flagged, Safe or Not checked, and Review beside Safe when a person should look, which is read out in the words of the item's page.
 * Of what was drawn for the sample it does not say what the analysis thought: a reviewer who knows agrees more often.
 */
export function VerdictBadge({ item }: { item: Judged }) {
  if (item.moderationFlagged === null) return <StateBadge state="not-checked" />;
  if (item.moderationFlagged) return <StateBadge state="flagged" />;
  if (item.sampled) return <StateBadge state="sample" />;
  if (!item.needs_review) return <StateBadge state="safe" />;
  return (
    <span className="row" role="img" aria-label="Needs a person">
      <StateBadge state="safe" />
      <StateBadge state="review" />
    </span>
  );
}

const tagLooks = {
  plain: '',
  forbidden: ` ${styles.tagForbidden}`,
  required: ` ${styles.tagRequired}`,
  missing: ` ${styles.tagMissing}`,
  flag: ` ${styles.tagFlag}`,
  doubt: ` ${styles.tagDoubt}`,
} as const;

/** A word of the user's: a tag, or a keyword that was hit or missed. `flag` and `doubt`: why an item is what it is. */
export function Tag({ look = 'plain', children }: { look?: keyof typeof tagLooks; children: ReactNode }) {
  return (
    <span className={`${styles.tag}${tagLooks[look]}`} data-slot="badge-tag">
      {children}
    </span>
  );
}
