import { AuthenticatorCodeInput, type AuthenticatorSecret, messages, twoStepEndpoints } from '@clearframe/contract';
import { encode } from 'uqr';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import twoStepStyles from './two-step.module.css';

/** Modules of white around it, so that cameras find it (ISO/IEC 18004 §9.1). */
const quietZone = 4;

type QrDrawing = { size: number; path: string };

/** A text as the outline of its QR code: one bar for each run of dark modules, in units of a module. */
export function qrDrawing(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const bars = data.flatMap((row, y) => {
    const runs = [
      ...row
        .map((dark) => (dark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ];
    return runs.map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return { size, path: bars.join('') };
}

/** A QR code, dark on white in both themes: cameras read no other. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrDrawing(text);
  return (
    <svg className={twoStepStyles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

type SetUpDialogProps = {
  /** The secret to put into the app; null = closed. */
  secret: AuthenticatorSecret | null;
  onClose: () => void;
  onEnabled: (recoveryCodes: string[]) => void;
};

/** Puts the secret into an authenticator app and takes the first code of it. */
export function SetUpDialog({ secret, onClose, onEnabled }: SetUpDialogProps) {
  return (
    <DialogForm
      open={secret !== null}
      onClose={onClose}
      title="Add an authenticator app"
      submit="Turn on"
      fields={['code']}
      fallback={messages.verificationFailed}
      read={(data) => ({ code: textOf(data, 'code') })}
      check={(input) => errorsFromIssues(AuthenticatorCodeInput.safeParse(input).error?.issues ?? [])}
      send={async (body) => onEnabled((await call(twoStepEndpoints.enableTwoStep, { body })).recovery_codes)}
      onRefused={(form) => form?.reset()}
      above={({ fault }) => (
        <>
          {secret ? <Secret {...secret} /> : null}
          {fault}
        </>
      )}
    >
      {({ errors }) => (
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          autoFocus
          hint="The 6 digits your app shows now."
          error={errors.code}
        />
      )}
    </DialogForm>
  );
}

function Secret({ uri, secret }: AuthenticatorSecret) {
  return (
    <div className={twoStepStyles.setUp}>
      <QrCode text={uri} label="QR code for an authenticator app" />
      <div>
        <p>Scan this with an authenticator app. Many password managers have one.</p>
        <p className="muted">Or type this secret:</p>
        <p className={`mono ${twoStepStyles.secret}`} data-slot="two-step-secret">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </p>
      </div>
    </div>
  );
}
