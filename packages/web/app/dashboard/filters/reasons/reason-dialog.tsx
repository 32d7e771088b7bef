import {
  Category,
  categories,
  type Label,
  LabelContent,
  LabelGround,
  LabelRestriction,
  labelFaults,
  limits,
} from '@clearframe/contract';
import { useState } from 'react';
import { Field, TextAreaField, TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import { useSaveLabel } from './reason-queries.ts';
import { groundWords, keyOf, restrictionWords } from './reason-words.ts';
import { TransparencyTerms } from './transparency-terms.tsx';

type ReasonDialogProps = {
  /** The reason to change; `new` adds one, null = closed. */
  subject: Label | 'new' | null;
  onClose: () => void;
  onDone: (name: string) => void;
};

/** What a new reason begins with. */
const blank = {
  key: '',
  name: '',
  text: '',
  ground: 'terms',
  legal_reference: null,
  terms_reference: null,
  reference_url: null,
  dsa_category: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  dsa_keywords: [],
  dsa_keyword_other: null,
  restriction: 'removed',
  strikes: true,
  second_review: false,
  categories: [],
  active: true,
} as const satisfies LabelContent;

const orNull = (data: FormData, name: string) => textOf(data, name).trim() || null;
const chosen = <T extends string>(options: readonly T[], value: string, fallback: T): T =>
  options.find((one) => one === value) ?? fallback;

/** What the form holds. A key that is left out follows from the name. */
function readReason(data: FormData, before: LabelContent): LabelContent {
  const name = textOf(data, 'name');
  const ground = chosen(LabelGround.options, textOf(data, 'ground'), before.ground);
  const reference = orNull(data, 'reference');
  const marked = data.getAll('categories');
  return {
    key: before.key || textOf(data, 'key').trim() || keyOf(name),
    name,
    text: textOf(data, 'text'),
    ground,
    legal_reference: ground === 'illegal' ? reference : before.legal_reference,
    terms_reference: ground === 'terms' ? reference : before.terms_reference,
    reference_url: orNull(data, 'reference_url'),
    dsa_category: textOf(data, 'dsa_category'),
    dsa_keywords: data.getAll('dsa_keywords').filter((one) => typeof one === 'string'),
    dsa_keyword_other: orNull(data, 'dsa_keyword_other'),
    restriction: chosen(LabelRestriction.options, textOf(data, 'restriction'), before.restriction),
    strikes: data.get('strikes') !== null,
    second_review: data.get('second_review') !== null,
    categories: Category.options.filter((one) => marked.includes(one)),
    active: before.active,
  };
}

/** The reference is one field of the form, whatever its ground. */
const inForm = ({ legal_reference: law, terms_reference: rule, ...errors }: FormErrors): FormErrors => {
  const reference = law ?? rule;
  return reference === undefined ? errors : { ...errors, reference };
};

function check(input: LabelContent): FormErrors {
  const parsed = LabelContent.safeParse(input);
  return inForm(
    errorsFromIssues(
      parsed.success ? labelFaults(parsed.data).map(({ path, message }) => ({ path: [path], message })) : parsed.error.issues,
    ),
  );
}

const fields = ['key', 'name', 'text', 'reference_url', 'dsa_category', 'dsa_keywords', 'dsa_keyword_other', 'active'];

/** Adds a reason for a Fail, or changes one. */
export function ReasonDialog({ subject, onClose, onDone }: ReasonDialogProps) {
  const save = useSaveLabel();
  const label = subject === 'new' ? null : subject;
  const before: LabelContent = label ?? blank;
  return (
    <DialogForm
      open={subject !== null}
      onClose={onClose}
      title={label ? `Change “${label.name}”` : 'Add reason'}
      submit={label ? 'Save reason' : 'Add reason'}
      fields={fields}
      faultTitle="Could not save the reason"
      fallback="Try again."
      read={(data) => readReason(data, before)}
      check={check}
      send={async (body) => {
        await save.mutateAsync({ id: label?.id ?? null, body });
        onDone(body.name);
      }}
    >
      {({ errors, fault }) => (
        <>
          <TextField label="Name" name="name" defaultValue={before.name} autoComplete="off" error={errors.name} />
          {label ? null : (
            <TextField
              label="Key"
              name="key"
              optional
              hint="Programs send it. Left empty, it follows from the name."
              autoComplete="off"
              spellCheck={false}
              error={errors.key}
            />
          )}
          <TextAreaField
            label="Text for the uploader"
            name="text"
            defaultValue={before.text}
            maxLength={limits.labelTextMaxLength}
            error={errors.text}
          />
          <Ground before={before} errors={errors} />
          <Field label="Your site will">
            {(control) => (
              <select
                {...control}
                className={fieldStyles.input}
                data-slot="field-input"
                name="restriction"
                defaultValue={before.restriction}
              >
                {LabelRestriction.options.map((one) => (
                  <option key={one} value={one}>
                    {restrictionWords[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <fieldset className={scopesStyles.scopes}>
            <legend>A Fail for this reason</legend>
            <Choice name="strikes" on={before.strikes} words="Counts as a strike" hint="Strikes add up per uploader." />
            <Choice
              name="second_review"
              on={before.second_review}
              words="Needs a second person"
              hint="Your webhook waits until another person agrees."
            />
          </fieldset>
          <details>
            <summary className="link">Categories with this reason</summary>
            <fieldset className={scopesStyles.scopes}>
              <legend className="visually-hidden">Categories</legend>
              {Category.options.map((one) => (
                <label key={one} className={scopesStyles.scope}>
                  <input type="checkbox" name="categories" value={one} defaultChecked={before.categories.includes(one)} />
                  <span>{categories[one].label}</span>
                </label>
              ))}
            </fieldset>
          </details>
          <TransparencyTerms before={before} errors={errors} />
          {fault}
        </>
      )}
    </DialogForm>
  );
}

function Choice({ name, on, words, hint }: { name: string; on: boolean; words: string; hint: string }) {
  return (
    <label className={scopesStyles.scope}>
      <input type="checkbox" name={name} defaultChecked={on} />
      <span>
        {words}
        <small>{hint}</small>
      </span>
    </label>
  );
}

/** Law or rule, and which one. */
function Ground({ before, errors }: { before: LabelContent; errors: FormErrors }) {
  const [ground, setGround] = useState<LabelGround>(before.ground);
  return (
    <>
      <fieldset className={scopesStyles.scopes}>
        <legend>Ground</legend>
        {LabelGround.options.toReversed().map((one) => (
          <label key={one} className={scopesStyles.scope}>
            <input type="radio" name="ground" value={one} checked={ground === one} onChange={() => setGround(one)} />
            <span>{groundWords[one]}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        key={ground}
        label={ground === 'illegal' ? 'Law' : 'Rule'}
        name="reference"
        hint={ground === 'illegal' ? 'Such as “§ 86a StGB”.' : 'Such as “Rules on adult content, section 2”.'}
        defaultValue={(ground === 'illegal' ? before.legal_reference : before.terms_reference) ?? ''}
        maxLength={limits.labelReferenceMaxLength}
        error={errors.reference}
      />
      <TextField
        label="Link to it"
        name="reference_url"
        optional
        inputMode="url"
        defaultValue={before.reference_url ?? ''}
        maxLength={limits.labelReferenceMaxLength}
        error={errors.reference_url}
      />
    </>
  );
}
