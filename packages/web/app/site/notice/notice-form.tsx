import { messages, NoticeFormInput, NoticeKind, type NoticeReceipt, noticeFormEndpoints } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useId, useState } from 'react';
import { call } from '../../shared/api/api.ts';
import { CaptchaBox } from '../../shared/captcha/captcha-box.tsx';
import { useCaptcha } from '../../shared/captcha/use-captcha.ts';
import { Field, FieldError, TextAreaField, TextField } from '../../shared/form/field.tsx';
import { FormFailure } from '../../shared/form/form-failure.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import styles from './notice.module.css';
import { checkNotice, noticeFields, readNotice } from './notice-input.ts';
import { groundWords, kindWords } from './notice-words.ts';

type NoticeFormProps = { formId: string; onSent: (receipt: NoticeReceipt) => void; onClosed: () => void };

/** Tells the team of an account about an item (TRUST-B4). */
export function NoticeForm({ formId, onSent, onClosed }: NoticeFormProps) {
  const captcha = useCaptcha('contact');
  const [kind, setKind] = useState('');
  const { form, errors, failure, reason, busy, submit } = useForm({
    fields: noticeFields,
    fallback: messages.requestFailed,
    read: (data) => readNotice(data, captcha.token),
    check: checkNotice,
    send: async (input) => {
      try {
        const body = NoticeFormInput.parse(input);
        onSent((await call(noticeFormEndpoints.sendNotice, { params: { form_id: formId }, body })).notice);
      } catch (error) {
        if (!(error instanceof ClearframeError) || error.status !== 404) throw error;
        onClosed();
      }
    },
    onRefused: captcha.renew,
  });
  const isAnonymous = kind === 'child_safety';
  return (
    <form method="post" className={styles.form} noValidate ref={form} onSubmit={(event) => void submit(event)}>
      <FormFailure title={failure === null ? null : 'Your report was not sent'} reason={reason ?? failure} />
      <Field
        label="What is it about?"
        error={errors.kind}
        hint={kind === 'take_it_down' ? 'The team has 48 hours to remove it, with all identical copies.' : null}
      >
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            data-slot="field-input"
            name="kind"
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          >
            <option value="">Choose</option>
            {NoticeKind.options.map((one) => (
              <option key={one} value={one}>
                {kindWords[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label="Address of the content"
        name="item"
        type="url"
        inputMode="url"
        hint="The address of the page or file, or the item’s id."
        error={errors.item_url}
      />
      <GroundChoice error={errors.ground} />
      <TextField
        label="Law or rule"
        name="legal_reference"
        optional
        hint="Such as a section of a law, or the number of a trade mark."
        error={errors.legal_reference}
      />
      <TextAreaField label="What is wrong with it?" name="explanation" rows={7} error={errors.explanation} />
      <div className={styles.pair}>
        <TextField label="Your name" name="name" autoComplete="name" optional={isAnonymous} error={errors.name} />
        <TextField
          label="Your email"
          name="email"
          type="email"
          autoComplete="email"
          optional={isAnonymous}
          hint="We send the receipt and the answer there."
          error={errors.email}
        />
      </div>
      <TextField
        label="On behalf of"
        name="on_behalf_of"
        optional
        hint="The person or company that you speak for."
        error={errors.on_behalf_of}
      />
      <GoodFaith error={errors.good_faith} />
      {kind === 'take_it_down' ? (
        <TextField label="Signature" name="signature" hint="Type your full name." error={errors.signature} />
      ) : null}
      <CaptchaBox captcha={captcha} error={errors.recaptchaToken} />
      <Button type="submit" kind="primary" size="large" busy={busy}>
        {busy ? 'Sending…' : 'Send report'}
      </Button>
    </form>
  );
}

function GroundChoice({ error }: { error: string | undefined }) {
  const id = useId();
  return (
    <fieldset className={fieldStyles.field} data-slot="field" aria-describedby={error ? id : undefined}>
      <legend className={fieldStyles.label}>Why should it not stay?</legend>
      <div className={styles.choices}>
        {(['illegal', 'terms'] as const).map((one) => (
          <label key={one} className={styles.choice}>
            <input type="radio" name="ground" value={one} aria-invalid={error ? true : undefined} />
            <span>
              <b>{groundWords[one].title}</b>
              <small>{groundWords[one].hint}</small>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} message={error} />
    </fieldset>
  );
}

function GoodFaith({ error }: { error: string | undefined }) {
  const id = useId();
  return (
    <div className={fieldStyles.field} data-slot="field">
      <label className={`${fieldStyles.check} ${styles.check}`}>
        <input
          type="checkbox"
          name="good_faith"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        I believe in good faith that this report is accurate and complete.
      </label>
      <FieldError id={id} message={error} />
    </div>
  );
}
