import type { DashboardSummary } from '@clearframe/contract';
import { CircleCheck, CircleDashed, Flag, Images, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatDay } from '../../shared/format/format.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Time } from '../../shared/ui/time.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import skeletonStyles from '../ui/skeleton.module.css';
import dashboardStyles from './dashboard.module.css';

/** "3.3% of uploads"; nothing without uploads, or before both numbers are known. */
export function shareOfUploads(part: number | null, uploads: number | null): string {
  if (part === null || uploads === null || uploads === 0) return '';
  return `${((part / uploads) * 100).toFixed(1)}% of uploads`;
}

type FigureProps = {
  word: string;
  icon: LucideIcon;
  className?: string | undefined;
  filled?: boolean;
  count: number | null;
  note: ReactNode;
};

function Figure({ word, icon, className, filled = false, count, note }: FigureProps) {
  return (
    <div>
      <dt className={className}>
        <Icon of={icon} filled={filled} />
        {word}
      </dt>
      <dd>
        {count === null ? (
          <span
            className={`${skeletonStyles.skeleton} ${dashboardStyles.figureSkeleton}`}
            data-slot="skeleton"
            aria-hidden="true"
          />
        ) : (
          formatCount(count)
        )}
        <small>{note}</small>
      </dd>
    </div>
  );
}

/** All items that the figures count. */
export function uploadsOf({ counts: { safe, flagged, not_checked } }: DashboardSummary): number {
  return safe + flagged + not_checked;
}

/** The four counts of the period. */
export function Ledger({ summary }: { summary: DashboardSummary | undefined }) {
  const uploads = summary ? uploadsOf(summary) : null;
  const { safe = null, flagged = null, not_checked: notChecked = null } = summary?.counts ?? {};
  const since = summary?.since ? `since ${formatDay(`${summary.since}T00:00:00Z`, 'UTC')}` : 'in total';
  const oldest = summary?.oldest_not_checked;
  return (
    <dl className={`card ${ledgerStyles.ledger}`} data-slot="ledger" aria-busy={!summary}>
      <Figure word="Uploads" icon={Images} count={uploads} note={summary ? since : ''} />
      <Figure word="Safe" icon={CircleCheck} className={ledgerStyles.passed} count={safe} note={shareOfUploads(safe, uploads)} />
      <Figure
        word="Flagged"
        icon={Flag}
        filled
        className={ledgerStyles.flagged}
        count={flagged}
        note={shareOfUploads(flagged, uploads)}
      />
      <Figure
        word="Not checked"
        icon={CircleDashed}
        count={notChecked}
        note={
          notChecked && oldest ? (
            <>
              oldest <Time at={oldest} />
            </>
          ) : (
            shareOfUploads(notChecked, uploads)
          )
        }
      />
    </dl>
  );
}
