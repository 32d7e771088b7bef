import { useId } from 'react';
import styles from '../ui/field.module.css';

/** Beside a new password: field `revoke_tokens` of a form. Off until somebody wants it, because their programs stop. */
export function RevokeTokens() {
  const id = useId();
  return (
    <div>
      <label className={styles.check}>
        <input type="checkbox" name="revoke_tokens" aria-describedby={id} />
        Switch off my API tokens too
      </label>
      <p className={styles.hint} data-slot="field-hint" id={id}>
        Do this if somebody else used your account. Your programs with a token stop at once.
      </p>
    </div>
  );
}
