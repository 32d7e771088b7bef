import { DecideNoticeInput, limits, type Notice, NoticeOutcome } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Field, FieldError, TextAreaField } from '../../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../shared/form/use-form.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { useToast } from '../../shared/ui/toast.tsx';
import { labelsQuery } from '../shell/reasons/labels-query.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { useDecideNotice } from './notice-queries.ts';
import styles from './notices.module.css';
import { StatementPreview } from './statement-preview.tsx';

/** An answer that came too late: what was typed is kept for them. */
export type Refused = { title: string; answer: string };

const refusedTitles: Readonly<Record<string, string>> = {
  notice_decided: 'Somebody decided this notice first',
  decided_meanwhile: 'Somebody linked another item first',
};

const choices = [
  ['removed', 'Remove', 'The items fail. Uploaders get a statement and may appeal.'],
  ['restricted', 'Restrict', 'The items fail too. The answer says “restricted”.'],
  ['no_action', 'No action', 'The items stay as they are.'],
  ['not_found', 'Not found', 'What the notice names is not here.'],
] as const satisfies readonly (readonly [NoticeOutcome, string, string])[];

const acts = (outcome: NoticeOutcome | null): boolean => outcome === 'removed' || outcome === 'restricted';

type Draft = { outcome: NoticeOutcome | null; label: string; answer: string };

const read = (data: FormData): Draft => ({
  outcome: NoticeOutcome.safeParse(textOf(data, 'outcome')).data ?? null,
  label: textOf(data, 'label'),
  answer: textOf(data, 'answer').trim(),
});

function faultsOf(draft: Draft, items: number): FormErrors {
  const answer = errorsFromIssues(DecideNoticeInput.shape.answer.safeParse(draft.answer).error?.issues ?? [])[''];
  return {
    ...(draft.outcome === null ? { outcome: 'Choose a decision' } : {}),
    ...(acts(draft.outcome) && items === 0 ? { outcome: 'Choose at least one item above' } : {}),
    ...(acts(draft.outcome) && items > limits.noticeItemsMax ? { outcome: `Choose at most ${limits.noticeItemsMax} items` } : {}),
    ...(acts(draft.outcome) && draft.label === '' ? { label: 'Choose a reason' } : {}),
    ...(answer === undefined ? {} : { answer }),
  };
}

/** A take-down of everything names no items: the server takes those that came meanwhile too. */
function bodyOf(
  { outcome, label, answer }: Draft,
  { kind, media, copies }: Notice,
  chosen: readonly string[],
): DecideNoticeInput {
  if (!acts(outcome)) return DecideNoticeInput.parse({ outcome, answer });
  const isAll = media !== null && [media.id, ...copies.map((copy) => copy.media_id)].every((id) => chosen.includes(id));
  return DecideNoticeInput.parse({ outcome, answer, label, media_ids: kind === 'take_it_down' && isAll ? undefined : chosen });
}

type NoticeAnswerProps = {
  notice: Notice;
  chosen: readonly string[];
  onDone: () => void;
  onRefused: (refused: Refused) => void;
};

/** Decides a notice once, and mails the answer. */
export function NoticeAnswer({ notice, chosen, onDone, onRefused }: NoticeAnswerProps) {
  const decide = useDecideNotice(notice.id);
  const toast = useToast();
  const id = useId();
  const [outcome, setOutcome] = useState<NoticeOutcome | null>(null);
  const isTakeDown = notice.kind === 'take_it_down';
  const { form, errors, failure, busy, submit, clearErrors } = useForm<Draft>({
    fields: ['outcome', 'label', 'answer'],
    fallback: 'Nothing was sent. Try again.',
    read,
    // A take-down of all takes however many there are.
    check: (draft) => faultsOf(draft, isTakeDown ? Math.min(chosen.length, limits.noticeItemsMax) : chosen.length),
    send: async (draft) => {
      try {
        await decide.mutateAsync(bodyOf(draft, notice, chosen));
        toast('Answer sent');
        onDone();
      } catch (error) {
        const title = error instanceof ClearframeError ? refusedTitles[error.code ?? ''] : undefined;
        if (title === undefined) throw error;
        onRefused({ title, answer: draft.answer });
      }
    },
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
    if (document.querySelector('dialog[open], [inert]') !== null) return;
    event.preventDefault();
    form.current?.requestSubmit();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const verb = outcome === 'removed' ? 'Remove' : 'Restrict';
  return (
    <form
      ref={form}
      className={styles.answer}
      method="post"
      noValidate
      onChange={clearErrors}
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className={styles.choices}>
        <legend>Decision</legend>
        <div>
          {choices.map(([value, word, hint]) => (
            <label key={value}>
              <input
                type="radio"
                name="outcome"
                value={value}
                disabled={acts(value) && notice.media === null}
                aria-invalid={errors.outcome ? true : undefined}
                aria-describedby={errors.outcome ? id : undefined}
                onChange={() => setOutcome(value)}
              />
              <span>
                {word}
                <small>{acts(value) && notice.media === null ? 'Link an item first.' : hint}</small>
              </span>
            </label>
          ))}
        </div>
        <FieldError id={id} message={errors.outcome} />
      </fieldset>
      {acts(outcome) ? <Reason error={errors.label} source={notice.source} /> : null}
      <TextAreaField
        label="Answer"
        name="answer"
        rows={4}
        maxLength={limits.noticeAnswerMaxLength}
        hint={
          notice.notifier?.email
            ? 'Mailed to the person who wrote, and on the status page.'
            : 'They gave no address, so nobody is mailed.'
        }
        error={errors.answer}
      />
      {failure === null ? null : (
        <Banner kind="error" title="The answer was not sent">
          {failure}
        </Banner>
      )}
      <Button kind={acts(outcome) ? 'fail-solid' : 'primary'} type="submit" busy={busy}>
        {acts(outcome) ? `${verb} ${chosen.length} and send` : 'Send answer'}
        <span className="not-on-phones">
          <KeyHint>Ctrl ↵</KeyHint>
        </span>
      </Button>
    </form>
  );
}

/** The account's reasons: a Fail bears one, and the statement to the uploader says it. */
function Reason({ error, source }: { error: string | undefined; source: Notice['source'] }) {
  const labels = useQuery(labelsQuery);
  const [chosen, setChosen] = useState('');
  if (labels.isError && !labels.data) return <LoadFault title="Failed to load your reasons" query={labels} />;
  const offered = (labels.data ?? []).filter(({ active }) => active).toSorted((a, b) => Number(a.built_in) - Number(b.built_in));
  const reason = offered.find((label) => label.id === chosen);
  return (
    <>
      <Field label="Reason" error={error} hint="The statement to the uploader says it.">
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            data-slot="field-input"
            name="label"
            defaultValue=""
            aria-busy={labels.isPending}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">Choose</option>
            {offered.map((label) => (
              <option key={label.id} value={label.id}>
                {label.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {reason ? <StatementPreview label={reason} source={source} /> : null}
    </>
  );
}
