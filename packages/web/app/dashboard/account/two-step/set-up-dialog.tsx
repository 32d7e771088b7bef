import { AuthenticatorCodeInput, type AuthenticatorSecret, endpoints, messages } from '@clearframe/contract';
import { useId } from 'react';
import { encode } from 'uqr';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../../shared/form/use-form.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
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
  const formId = useId();
  const { form, errors, failure, busy, submit, reset } = useForm({
    fields: ['code'],
    fallback: messages.verificationFailed,
    read: (data) => ({ code: textOf(data, 'code') }),
    check: (input) => errorsFromIssues(AuthenticatorCodeInput.safeParse(input).error?.issues ?? []),
    send: async (body) => onEnabled((await call(endpoints.enableTwoStep, { body })).recovery_codes),
    onRefused: () => form.current?.reset(),
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      open={secret !== null}
      onClose={close}
      title="Add an authenticator app"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            Turn on
          </Button>
        </>
      }
    >
      {secret ? (
        <>
          <div className={twoStepStyles.setUp}>
            <QrCode text={secret.uri} label="QR code for an authenticator app" />
            <div>
              <p>Scan this with an authenticator app, such as the one of your password manager.</p>
              <p className="muted">Or type this secret into it:</p>
              <p className={`mono ${twoStepStyles.secret}`} data-slot="two-step-secret">
                {secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </p>
            </div>
          </div>
          {failure ? <Banner kind="error" title={failure} /> : null}
          <form
            id={formId}
            className={dialogStyles.form}
            method="post"
            noValidate
            ref={form}
            onSubmit={(event) => void submit(event)}
          >
            <TextField
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              autoFocus
              hint="The 6 digits that the app shows now."
              error={errors.code}
            />
          </form>
        </>
      ) : null}
    </Dialog>
  );
}
