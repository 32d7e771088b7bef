import { ContactInput, ContactSubject, contactEndpoints, messages } from '@clearframe/contract';
import { useEffect, useRef } from 'react';
import { call } from '../../shared/api/api.ts';
import { CaptchaBox } from '../../shared/captcha/captcha-box.tsx';
import { useCaptcha } from '../../shared/captcha/use-captcha.ts';
import { Field, TextAreaField, TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues } from '../../shared/form/form-errors.ts';
import { FormFailure } from '../../shared/form/form-failure.tsx';
import { textOf, useForm } from '../../shared/form/use-form.ts';
import { useHydrated } from '../../shared/form/use-hydrated.ts';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import contactStyles from './contact.module.css';

const subjectWords: Record<ContactSubject, string> = {
  sales: 'Sales',
  support: 'Support',
  partnership: 'Partnership',
  general: 'General',
};

/** Preselects what a link such as /contact?subject=sales names. The prerendered page cannot know it. */
function useSubjectOfAddress() {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    const named = ContactSubject.safeParse(new URLSearchParams(window.location.search).get('subject'));
    if (named.success && select.current?.value === '') select.current.value = named.data;
  }, []);
  return select;
}

/** Writes to the operator (PUB-05). */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const hydrated = useHydrated();
  const captcha = useCaptcha('contact');
  const select = useSubjectOfAddress();
  const { form, errors, failure, reason, busy, submit } = useForm({
    fields: ['firstName', 'lastName', 'email', 'company', 'subject', 'message', 'recaptchaToken'],
    fallback: messages.contactFailed,
    read: (data) => ({
      firstName: textOf(data, 'firstName'),
      lastName: textOf(data, 'lastName'),
      email: textOf(data, 'email'),
      company: textOf(data, 'company'),
      subject: textOf(data, 'subject'),
      message: textOf(data, 'message'),
      recaptchaToken: captcha.token,
    }),
    check: (input) => errorsFromIssues(ContactInput.safeParse(input).error?.issues ?? []),
    send: async (input) => {
      await call(contactEndpoints.contact, { body: ContactInput.parse(input) });
      onSent();
    },
    onRefused: captcha.renew,
  });
  return (
    <>
      <FormFailure
        title={failure === null ? null : messages.contactFailed}
        reason={failure === messages.contactFailed ? reason : failure}
      />
      <form method="post" noValidate ref={form} onSubmit={(event) => void submit(event)}>
        <div className={contactStyles.pair}>
          <TextField label="First name" name="firstName" autoComplete="given-name" error={errors.firstName} />
          <TextField label="Last name" name="lastName" autoComplete="family-name" error={errors.lastName} />
        </div>
        <div className={contactStyles.pair}>
          <TextField label="Email" name="email" type="email" autoComplete="email" error={errors.email} />
          <TextField label="Company" name="company" autoComplete="organization" optional error={errors.company} />
        </div>
        <Field label="Subject" error={errors.subject}>
          {(control) => (
            <select
              {...control}
              className={fieldStyles.input}
              data-slot="field-input"
              name="subject"
              defaultValue=""
              ref={select}
            >
              <option value="">Please choose</option>
              {ContactSubject.options.map((subject) => (
                <option key={subject} value={subject}>
                  {subjectWords[subject]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextAreaField label="Message" name="message" rows={7} error={errors.message} />
        <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
        <Button type="submit" kind="primary" size="large" busy={busy} disabled={!hydrated}>
          {busy ? 'Sending…' : 'Send message'}
        </Button>
        <noscript>
          <p className={fieldStyles.hint} data-slot="field-hint">
            Sending needs JavaScript, which is switched off in this browser.
          </p>
        </noscript>
      </form>
    </>
  );
}
