import { endpoints, messages, VerificationCode } from '@clearframe/contract';
import { useState } from 'react';
import { call } from '../api.ts';
import { isLocalMode } from '../public-origin.ts';
import { useSession } from '../session.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { emptyCode } from './code-digits.ts';
import { CodeInput } from './code-input.tsx';
import type { FormErrors } from './form-errors.ts';
import { ResendCode } from './resend-code.tsx';
import { useForm } from './use-form.ts';

/** Step 2 of registration: the five digits of the mail. */
export function VerifyForm() {
  const { signIn } = useSession();
  const [boxes, setBoxes] = useState(emptyCode);
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['verification_token'],
    fallback: messages.verificationFailed,
    read: () => boxes.join(''),
    check: (code): FormErrors => (VerificationCode.safeParse(code).success ? {} : { verification_token: messages.codeInvalid }),
    send: async (code) => signIn((await call(endpoints.completeRegistration, { body: { verification_token: code } })).user),
    onRefused: () => setBoxes(emptyCode),
  });
  return (
    <>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <CodeInput boxes={boxes} onChange={setBoxes} error={errors.verification_token} />
        <Button type="submit" kind="primary" size="large" block busy={busy}>
          Verify and open dashboard
        </Button>
      </form>
      <ResendCode />
      {isLocalMode() ? (
        <p className="muted">
          Without a mail server, the mail lies on this machine.{' '}
          <a className="link" href="/dev/outbox" target="_blank" rel="noreferrer">
            Open the local outbox
          </a>
        </p>
      ) : null}
    </>
  );
}
