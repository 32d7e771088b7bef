import { type Checker, CheckerChange, CheckerInput, limits } from '@clearframe/contract';
import { TextAreaField, TextField } from '../../../shared/form/field.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { MoreOptions } from '../../ui/more-options.tsx';
import type { AddressedDialogProps } from '../parts/addressed-page.tsx';
import { changedFields } from '../parts/changed-fields.ts';
import { SelectField } from '../parts/select-field.tsx';
import { checkerFaults, readChecker } from './read-checker.ts';
import { useCreateChecker, useUpdateChecker } from './use-checkers.ts';

const blank: CheckerInput = CheckerInput.parse({ name: '-' });
const fields = ['name', 'timeout_ms', 'allow_from', 'video_max_seconds'];

const statuses = [
  ['406', '406 Not Acceptable'],
  ['403', '403 Forbidden'],
  ['422', '422 Unprocessable Content'],
  ['451', '451 Unavailable For Legal Reasons'],
] as const;
const onErrors = [
  ['closed', 'Answer 503, so nothing passes unchecked'],
  ['open', 'Answer 200, so the file passes unchecked'],
] as const;
const onReviews = [
  ['', 'As the settings say'],
  ['pass', 'Answer 200'],
  ['flag', 'Refuse it'],
] as const;
const keeps = [
  ['', 'As the settings say'],
  ['none', 'Keep nothing'],
  ['flagged', 'Keep what is flagged or needs a look'],
  ['all', 'Keep everything'],
] as const;

/** Adds a checker, or changes one. */
export function CheckerDialog({ subject, onClose, onCreated, onChanged }: AddressedDialogProps<Checker>) {
  const create = useCreateChecker();
  const update = useUpdateChecker();
  const edited = subject === 'new' ? null : subject;
  const before = edited ?? blank;
  return (
    <DialogForm
      open={subject !== null}
      onClose={onClose}
      title={edited ? `Change “${edited.name}”` : 'Add checker'}
      submit={edited ? 'Save checker' : 'Add checker'}
      fields={fields}
      faultTitle="Could not save the checker"
      fallback="Try again."
      read={readChecker}
      check={checkerFaults}
      send={async (draft) => {
        if (edited) {
          await update.mutateAsync({ id: edited.id, body: CheckerChange.parse(changedFields(edited, draft)) });
          onChanged(draft.name);
        } else onCreated(await create.mutateAsync(CheckerInput.parse(draft)));
      }}
    >
      {({ errors, fault }) => (
        <>
          <TextField
            label="Name"
            name="name"
            placeholder="Which program asks?"
            autoComplete="off"
            autoFocus
            maxLength={limits.checkerNameMaxLength}
            defaultValue={edited?.name ?? ''}
            error={errors.name}
          />
          <SelectField label="Refuse with" name="reject_status" options={statuses} defaultValue={String(before.reject_status)} />
          <SelectField label="Without a verdict" name="on_error" options={onErrors} defaultValue={before.on_error} />
          <MoreOptions hasError={Boolean(errors.timeout_ms || errors.allow_from || errors.video_max_seconds)}>
            <SelectField
              label="When a person should look"
              name="on_review"
              options={onReviews}
              defaultValue={before.on_review ?? ''}
            />
            <SelectField label="Content Review" name="keep" options={keeps} defaultValue={before.keep ?? ''} />
            <TextField
              label="Seconds until the caller gets an answer"
              name="timeout"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={before.timeout_ms / 1_000}
              error={errors.timeout_ms}
            />
            <TextField
              label="Longest video, in seconds"
              name="video_max_seconds"
              inputMode="numeric"
              autoComplete="off"
              hint="0 refuses videos."
              defaultValue={before.video_max_seconds}
              error={errors.video_max_seconds}
            />
            <TextAreaField
              label="Networks that may call"
              name="allow_from"
              optional
              spellCheck={false}
              hint="One a line, such as 192.0.2.0/24. Empty means from anywhere."
              defaultValue={before.allow_from.join('\n')}
              error={errors.allow_from}
            />
          </MoreOptions>
          {fault}
        </>
      )}
    </DialogForm>
  );
}
