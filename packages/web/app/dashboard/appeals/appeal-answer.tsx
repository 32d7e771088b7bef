import { type Appeal, AppealDecision, type AppealOutcome, limits } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useId } from 'react';
import { FieldError, TextAreaField } from '../../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../shared/form/use-form.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { useDecideAppeal } from './appeal-queries.ts';
import styles from './appeals.module.css';

/** An answer that came too late, or from somebody who may not give it: what was typed is kept for them. */
export type Refused = { title: string; answer: string };

const refusedTitles: Readonly<Record<string, string>> = {
  appeal_decided: 'Somebody decided this appeal first',
  another_person_needed: 'Another person decides this appeal',
};

type AppealAnswerProps = {
  appeal: Appeal;
  hasItem: boolean;
  onDone: () => void;
  onRefused: (refused: Refused) => void;
};

type Draft = { outcome: AppealOutcome | null; answer: string };

const read = (data: FormData): Draft => ({
  outcome: AppealDecision.shape.outcome.safeParse(textOf(data, 'outcome')).data ?? null,
  answer: textOf(data, 'answer').trim(),
});

const faultsOf = (draft: Draft): FormErrors => ({
  ...errorsFromIssues(AppealDecision.safeParse(draft).error?.issues ?? []),
  ...(draft.outcome === null ? { outcome: 'Choose Uphold or Reverse' } : {}),
});

/** Upholds the Fail, or reverses it, with a sentence for the uploader. */
export function AppealAnswer({ appeal, hasItem, onDone, onRefused }: AppealAnswerProps) {
  const decide = useDecideAppeal(appeal);
  const toast = useToast();
  const id = useId();
  const { form, errors, failure, busy, submit, clearErrors } = useForm<Draft>({
    fields: ['outcome', 'answer'],
    fallback: 'Nothing was sent. Try again.',
    read,
    check: faultsOf,
    send: async (draft) => {
      try {
        const { appeal: decided } = await decide.mutateAsync(AppealDecision.parse(draft));
        toast(decided.outcome === 'reversed' ? 'Appeal reversed' : 'Appeal upheld');
        onDone();
      } catch (error) {
        const title = error instanceof ClearframeError ? refusedTitles[error.code ?? ''] : undefined;
        if (title === undefined) throw error;
        onRefused({ title, answer: draft.answer });
      }
    },
  });
  const choices = [
    ['upheld', 'Uphold', 'The Fail stands.'],
    ['reversed', 'Reverse', hasItem ? 'The item passes, and its strike goes.' : 'The statement says so. The item is deleted.'],
  ] as const;
  return (
    <form
      ref={form}
      className={styles.answer}
      method="post"
      noValidate
      onChange={clearErrors}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        form.current?.requestSubmit();
      }}
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
                aria-invalid={errors.outcome ? true : undefined}
                aria-describedby={errors.outcome ? id : undefined}
              />
              <span>
                {word}
                <small>{hint}</small>
              </span>
            </label>
          ))}
        </div>
        <FieldError id={id} message={errors.outcome} />
      </fieldset>
      <TextAreaField
        label="Answer"
        name="answer"
        rows={4}
        maxLength={limits.appealAnswerMaxLength}
        hint="The uploader reads it on the page of the statement. It does not name you."
        error={errors.answer}
      />
      {failure === null ? null : (
        <Banner kind="error" title="The answer was not sent">
          {failure}
        </Banner>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        Send answer
        <span className="not-on-phones">
          <KeyHint>Ctrl ↵</KeyHint>
        </span>
      </Button>
    </form>
  );
}
