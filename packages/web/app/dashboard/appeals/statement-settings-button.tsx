import {
  type AppealWords,
  defaultAppealWords,
  limits,
  StatementMode,
  type StatementSettings,
  StatementSettings as StatementSettingsShape,
} from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { TextAreaField, TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../../shared/form/form-errors.ts';
import { textOf } from '../../shared/form/use-form.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { changedFields } from '../integrations/parts/changed-fields.ts';
import { SelectField } from '../integrations/parts/select-field.tsx';
import { statementSettingsQuery } from '../notices/statement-settings-query.ts';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import scopesStyles from '../ui/scopes.module.css';
import { useSaveStatementSettings } from './appeal-queries.ts';

const modes = [
  ['people', 'Fails by people and programs'],
  ['all', 'Automatic flags too'],
  ['off', 'None'],
] as const satisfies readonly (readonly [StatementMode, string])[];

const words = [
  ['appeal_intro', 'Above the form of an appeal'],
  ['appeal_thanks', 'After an appeal'],
  ['appeal_upheld', 'When the decision stands'],
  ['appeal_reversed', 'When you lift the restriction'],
] as const satisfies readonly (readonly [keyof AppealWords, string])[];

const fields = ['appeal_months', 'platform_name', 'contact', 'out_of_court', ...words.map(([name]) => name)];
const monthsFault = `Enter ${limits.appealMonthsMin} to ${limits.appealMonthsMax} whole months.`;

const read = (data: FormData): StatementSettings => {
  const months = textOf(data, 'appeal_months').trim();
  return {
    mode: StatementMode.safeParse(textOf(data, 'mode')).data ?? 'people',
    appeal_months: months === '' ? Number.NaN : Number(months),
    platform_name: textOf(data, 'platform_name').trim(),
    contact: textOf(data, 'contact').trim(),
    out_of_court: textOf(data, 'out_of_court').trim(),
    same_person_appeals: data.get('same_person_appeals') !== null,
    appeal_intro: textOf(data, 'appeal_intro').trim(),
    appeal_thanks: textOf(data, 'appeal_thanks').trim(),
    appeal_upheld: textOf(data, 'appeal_upheld').trim(),
    appeal_reversed: textOf(data, 'appeal_reversed').trim(),
  };
};

const faultsOf = (input: StatementSettings): FormErrors =>
  errorsFromIssues(
    (StatementSettingsShape.safeParse(input).error?.issues ?? []).map(({ path, message }) => ({
      path,
      message: path[0] === 'appeal_months' ? monthsFault : message,
    })),
  );

/** How the account explains its Fails: a button, and the dialog behind it. For those who may change it. */
export function StatementSettingsButton() {
  const [asks, setAsks] = useState(false);
  const settings = useQuery({ ...statementSettingsQuery, enabled: asks });
  const save = useSaveStatementSettings();
  const toast = useToast();
  return (
    <>
      <Button busy={asks && settings.isPending} onClick={() => setAsks(true)}>
        <Icon of={Settings2} />
        Statement settings
      </Button>
      {asks && settings.isError && !settings.data ? (
        <LoadFault title="Failed to load the statement settings" query={settings} />
      ) : null}
      <DialogForm
        open={asks && settings.data !== undefined}
        onClose={() => setAsks(false)}
        title="Statement settings"
        submit="Save settings"
        fields={fields}
        faultTitle="Could not save the settings"
        fallback="Try again."
        read={read}
        check={faultsOf}
        // Only what was changed here: another page may have changed the rest.
        send={async (input) => {
          await save.mutateAsync(changedFields({ ...settings.data }, input));
          toast('Statement settings saved');
        }}
      >
        {({ errors, fault }) => (
          <>
            {settings.data ? <Fields settings={settings.data} errors={errors} /> : null}
            {fault}
          </>
        )}
      </DialogForm>
    </>
  );
}

function Fields({ settings, errors }: { settings: StatementSettings; errors: FormErrors }) {
  return (
    <>
      <p className="muted">They apply to statements from now on. Earlier ones keep their words.</p>
      <SelectField label="Explain" name="mode" options={modes} defaultValue={settings.mode} />
      <TextField
        label="Months to appeal"
        name="appeal_months"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={settings.appeal_months}
        error={errors.appeal_months}
      />
      <TextField
        label="Name of your platform"
        name="platform_name"
        optional
        autoComplete="off"
        maxLength={limits.nameMaxLength}
        hint="On statements and the report form. Left empty, your team’s name."
        defaultValue={settings.platform_name}
        error={errors.platform_name}
      />
      <TextField
        label="Contact"
        name="contact"
        optional
        autoComplete="off"
        maxLength={limits.statementContactMaxLength}
        hint="How uploaders reach you."
        defaultValue={settings.contact}
        error={errors.contact}
      />
      <TextField
        label="Dispute body"
        name="out_of_court"
        optional
        autoComplete="off"
        maxLength={limits.labelReferenceMaxLength}
        hint="Who settles disputes with you out of court."
        defaultValue={settings.out_of_court}
        error={errors.out_of_court}
      />
      <p className="muted">Your own words for appeals. Left empty, the page says what you see in grey.</p>
      {words.map(([name, label]) => (
        <TextAreaField
          key={name}
          label={label}
          name={name}
          optional
          rows={3}
          maxLength={limits.ownWordsMaxLength}
          placeholder={defaultAppealWords[name]}
          defaultValue={settings[name]}
          error={errors[name]}
        />
      ))}
      <label className={scopesStyles.scope}>
        <input type="checkbox" name="same_person_appeals" defaultChecked={settings.same_person_appeals} />
        <span>
          The same person may decide the appeal
          <small>For a team of one. Otherwise somebody who did not fail the item decides.</small>
        </span>
      </label>
    </>
  );
}
