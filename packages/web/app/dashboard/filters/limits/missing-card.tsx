import { type Category, categories } from '@clearframe/contract';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../shared/ui/icon.tsx';
import listStyles from '../../ui/list.module.css';
import { AnalyserTable } from './analyser-table.tsx';
import styles from './limits.module.css';

type MissingCardProps = {
  missing: readonly Category[];
  /** Items were checked, and none has a score in these. Otherwise nothing is known of them. */
  isKnown: boolean;
  /** The rows of their limits. */
  children: ReactNode;
};

/** The categories without scores: what could check them, and their limits, which wait. */
export function MissingCard({ missing, isKnown, children }: MissingCardProps) {
  const one = missing.length === 1;
  return (
    <details className={`card ${styles.fold}`}>
      <summary>
        <Icon of={ChevronRight} />
        <span>
          {missing.length} {one ? 'category' : 'categories'} {isKnown ? 'that no analyser covers yet' : 'without scores yet'}:{' '}
          <span className="link">connect one</span>
        </span>
      </summary>
      <div className={`card-body ${styles.folded}`}>
        <ul className={styles.chips} aria-label="Categories without scores">
          {missing.map((name) => (
            <li key={name}>{categories[name].label}</li>
          ))}
        </ul>
        <AnalyserTable missing={missing} />
        <p className="dim fine">
          Their limits wait here and count as soon as something checks them. Clearframe does not detect child abuse material by
          looking. Lists of known pictures do.
        </p>
        <details className={styles.fold}>
          <summary>
            <Icon of={ChevronRight} />
            <span>Limits of {one ? 'this category' : `these ${missing.length} categories`}</span>
          </summary>
          <ul className={listStyles.list}>{children}</ul>
        </details>
      </div>
    </details>
  );
}
