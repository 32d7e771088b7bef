import { Check, RotateCw } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { Captcha } from './use-captcha.ts';

/** Shows how the background check stands; nothing has to be ticked. */
export function CaptchaBox({ captcha, error }: { captcha: Captcha; error?: string | undefined }) {
  const { state } = captcha;
  if (state.status === 'off') return null;
  return (
    <div className="field">
      <div className="captcha">
        <span className="box" aria-hidden="true">
          {state.status === 'solved' ? <Icon of={Check} /> : null}
          {state.status === 'working' ? <Spinner /> : null}
        </span>
        <span role="status">
          {state.status === 'solved' ? 'Verified: not a robot' : null}
          {state.status === 'working' ? 'Checking that you are not a robot…' : null}
          {state.status === 'failed' ? state.message : null}
        </span>
        {state.status === 'failed' ? (
          <Button size="small" className="captcha-again" onClick={captcha.renew}>
            <Icon of={RotateCw} />
            Try again
          </Button>
        ) : (
          <small>
            runs here,
            <br />
            tracks nothing
          </small>
        )}
      </div>
      <div role="alert">
        <FieldError message={state.status === 'solved' ? undefined : error} />
      </div>
    </div>
  );
}
