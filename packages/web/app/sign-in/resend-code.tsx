import { authEndpoints, limits, messages } from '@clearframe/contract';
import { useEffect, useState } from 'react';
import { call } from '../shared/api/api.ts';
import { errorMessage } from '../shared/api/error-message.ts';
import { FieldError } from '../shared/form/field.tsx';
import { Button } from '../shared/ui/button.tsx';
import fieldStyles from '../shared/ui/field.module.css';
import accountFrameStyles from './account-frame.module.css';

/** A new code, at most once a minute: the wait of the server counts down on the button. */
export function ResendCode() {
  const [allowedAt, setAllowedAt] = useState(() => Date.now() + limits.resendPauseMs);
  const [now, setNow] = useState(() => Date.now());
  const [outcome, setOutcome] = useState<{ sent: boolean; message: string } | null>(null);
  const waitSeconds = Math.max(0, Math.ceil((allowedAt - now) / 1_000));

  useEffect(() => {
    if (waitSeconds === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1_000);
    return () => clearTimeout(timer);
  });

  const resend = async () => {
    setOutcome(null);
    try {
      await call(authEndpoints.resendCode);
      setOutcome({ sent: true, message: 'A new code is on its way. The old one no longer works.' });
    } catch (error) {
      setOutcome({ sent: false, message: errorMessage(error, messages.requestFailed) });
    }
    const restart = Date.now();
    setNow(restart);
    setAllowedAt(restart + limits.resendPauseMs);
  };

  return (
    <div className={accountFrameStyles.resend}>
      <p className="muted">Nothing yet? Look in spam, or have a new code sent.</p>
      <Button disabled={waitSeconds > 0} onClick={() => void resend()}>
        {waitSeconds > 0 ? `Send a new code in ${waitSeconds} s` : 'Send a new code'}
      </Button>
      <div role="status">
        {outcome?.sent ? (
          <p className={fieldStyles.hint} data-slot="field-hint">
            {outcome.message}
          </p>
        ) : (
          <FieldError message={outcome?.message} />
        )}
      </div>
    </div>
  );
}
