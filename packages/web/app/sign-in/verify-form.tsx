import { authEndpoints, messages, VerificationCode } from '@clearframe/contract';
import { useEffect, useState } from 'react';
import { call } from '../shared/api/api.ts';
import type { FormErrors } from '../shared/form/form-errors.ts';
import { FormFailure } from '../shared/form/form-failure.tsx';
import { OutboxHint } from '../shared/form/outbox-hint.tsx';
import { useForm } from '../shared/form/use-form.ts';
import { useSession } from '../shared/session/session.tsx';
import { Button } from '../shared/ui/button.tsx';
import { emptyCode } from './code-digits.ts';
import { CodeInput } from './code-input.tsx';
import { ResendCode } from './resend-code.tsx';

/** Step 2 of registration: the five digits of the mail. The fifth one sends the form. */
export function VerifyForm() {
  const { signIn } = useSession();
  const [boxes, setBoxes] = useState(emptyCode);
  const [refusals, setRefusals] = useState(0);
  const { form, errors, failure, reason, busy, submit } = useForm({
    fields: ['verification_token'],
    fallback: messages.verificationFailed,
    read: () => boxes.join(''),
    check: (code): FormErrors => (VerificationCode.safeParse(code).success ? {} : { verification_token: messages.codeInvalid }),
    send: async (code) => signIn((await call(authEndpoints.completeRegistration, { body: { verification_token: code } })).user),
    onRefused: () => {
      setBoxes(emptyCode);
      setRefusals((count) => count + 1);
    },
  });
  const isWhole = !boxes.includes('');
  // Only when the last box fills up, not with each drawing. A code that was refused leaves empty boxes behind.
  useEffect(() => {
    if (isWhole) form.current?.requestSubmit();
  }, [isWhole, form]);
  return (
    <>
      <FormFailure title={failure} reason={reason} />
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <CodeInput key={refusals} boxes={boxes} onChange={setBoxes} error={errors.verification_token} />
        <Button type="submit" kind="primary" size="large" block busy={busy}>
          Verify and open dashboard
        </Button>
      </form>
      <ResendCode />
      <OutboxHint />
    </>
  );
}
