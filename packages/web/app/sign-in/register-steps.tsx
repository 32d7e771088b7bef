import { signs } from '../shared/ui/signs.ts';
import styles from './register-steps.module.css';

/** Account, then Verify. */
export function RegisterSteps({ current }: { current: 'account' | 'verify' }) {
  const verifying = current === 'verify';
  return (
    <ol className={styles.steps} aria-label={`Step ${verifying ? 2 : 1} of 2`}>
      <li className={verifying ? styles.done : styles.current} aria-current={verifying ? undefined : 'step'}>
        <i>{verifying ? <signs.check size={12} aria-label="Done" /> : '1'}</i>
        Account
      </li>
      <li className={styles.line} aria-hidden="true" />
      <li className={verifying ? styles.current : undefined} aria-current={verifying ? 'step' : undefined}>
        <i>2</i>
        Verify
      </li>
    </ol>
  );
}
