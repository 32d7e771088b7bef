import { FieldError } from '../form/field.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { signs } from '../ui/signs.ts';
import { Spinner } from '../ui/spinner.tsx';
import type { CaptchaState } from './attempt.ts';
import styles from './captcha-box.module.css';
import { providerNames } from './remote-providers.ts';
import { RemoteWidget } from './remote-widget.tsx';
import type { Captcha } from './use-captcha.ts';

/** Who runs the check. Where nobody has been asked yet, nothing is claimed. */
function Maker({ state }: { state: CaptchaState }) {
  if (state.status !== 'solved') return null;
  const [first, second] =
    state.provider === 'altcha' ? ['runs here,', 'tracks nothing'] : ['checked by', providerNames[state.provider]];
  return (
    <small>
      {first}
      <br />
      {second}
    </small>
  );
}

/** Shows how the background check stands, where nothing has to be ticked, or the provider's own box. */
export function CaptchaBox({ captcha, error }: { captcha: Captcha; error?: string | undefined }) {
  const { state } = captcha;
  if (state.status === 'off') return null;
  return (
    <div className={fieldStyles.field} data-slot="field">
      {state.status === 'widget' ? (
        <RemoteWidget plan={state.plan} events={captcha.events} />
      ) : (
        <div className={styles.captcha}>
          <span className={styles.box} aria-hidden="true">
            {state.status === 'solved' ? <Icon of={signs.check} /> : null}
            {state.status === 'working' ? <Spinner /> : null}
          </span>
          <span role={state.status === 'failed' ? 'alert' : 'status'}>
            {state.status === 'solved' ? 'Verified: not a robot' : null}
            {state.status === 'working' ? 'Checking that you are not a robot…' : null}
            {state.status === 'failed' ? state.message : null}
          </span>
          {state.status === 'failed' ? (
            <Button size="small" className={styles.again} onClick={captcha.renew}>
              <Icon of={signs.again} />
              Try again
            </Button>
          ) : (
            <Maker state={state} />
          )}
        </div>
      )}
      <div role="alert">
        <FieldError message={captcha.token === '' ? error : undefined} />
      </div>
    </div>
  );
}
