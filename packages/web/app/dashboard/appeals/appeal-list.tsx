import type { Appeal } from '@clearframe/contract';
import { Link } from 'react-router';
import { Time } from '../../shared/ui/time.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import styles from './appeals.module.css';
import { type AppealsView, appealsAddress } from './appeals-address.ts';

type AppealListProps = { view: AppealsView; appeals: readonly Appeal[]; shown: string; hasKeys: boolean };

/** Who waits longest comes first. A line says how the appeal begins. */
export function AppealList({ view, appeals, shown, hasKeys }: AppealListProps) {
  return (
    <>
      <ol className={styles.list}>
        {appeals.map(({ id, text, received_at: at, outcome }) => (
          <li key={id}>
            <Link id={id} to={appealsAddress(view, id)} aria-current={id === shown ? 'true' : undefined}>
              <span className={styles.beginning} dir="auto">
                {text}
              </span>
              <small>
                <Time at={at} />
                {outcome === null ? null : outcome === 'reversed' ? ' · Reversed' : ' · Upheld'}
              </small>
            </Link>
          </li>
        ))}
      </ol>
      <p className={styles.foot}>
        The oldest comes first.
        {hasKeys ? (
          <span className="not-on-phones" aria-hidden="true">
            {' '}
            <KeyHint>J</KeyHint> <KeyHint>K</KeyHint> move.
          </span>
        ) : null}
      </p>
    </>
  );
}
