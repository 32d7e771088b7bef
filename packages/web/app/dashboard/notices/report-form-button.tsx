import { defaultAcknowledgement, limits, NoticeSettings, type ShownNoticeSettings } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Link as LinkSign } from 'lucide-react';
import { useState } from 'react';
import { TextAreaField, TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../../shared/form/form-errors.ts';
import { textOf } from '../../shared/form/use-form.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { changedFields } from '../integrations/parts/changed-fields.ts';
import { PageActions } from '../shell/page/page-actions.tsx';
import { CopyToken } from '../tokens/copy-token.tsx';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import scopesStyles from '../ui/scopes.module.css';
import { noticeSettingsQuery, useSaveNoticeSettings } from './notice-queries.ts';
import styles from './notices.module.css';

const read = (data: FormData): NoticeSettings => {
  const hours = textOf(data, 'notice_hours').trim();
  return {
    enabled: data.get('enabled') !== null,
    notice_hours: hours === '' ? Number.NaN : Number(hours),
    intro: textOf(data, 'intro').trim(),
    acknowledgement: textOf(data, 'acknowledgement').trim(),
  };
};

const hoursFault = `Enter ${limits.noticeHoursMin} to ${limits.noticeHoursMax} whole hours`;
const wordsFaults: Record<string, string> = {
  intro: `The introduction has at most ${limits.noticeIntroMaxLength} characters that can be shown`,
  acknowledgement: `These words have at most ${limits.ownWordsMaxLength} characters that can be shown`,
};

const faultsOf = (input: NoticeSettings): FormErrors =>
  errorsFromIssues(
    (NoticeSettings.safeParse(input).error?.issues ?? []).map(({ path }) => ({
      path,
      message: wordsFaults[String(path[0])] ?? hoursFault,
    })),
  );

/** The public form of the account: a button in the top bar, and the dialog behind it. */
export function ReportFormButton() {
  const [asks, setAsks] = useState(false);
  const settings = useQuery({ ...noticeSettingsQuery, enabled: asks });
  const save = useSaveNoticeSettings();
  const toast = useToast();
  return (
    <>
      <PageActions>
        <Button kind="ghost" aria-label="Report form" busy={asks && settings.isPending} onClick={() => setAsks(true)}>
          <Icon of={LinkSign} />
          <span className="not-on-phones">Report form</span>
        </Button>
      </PageActions>
      {asks && settings.isError && !settings.data ? (
        <LoadFault title="Failed to load the settings of the form" query={settings} />
      ) : null}
      <DialogForm
        open={asks && settings.data !== undefined}
        onClose={() => setAsks(false)}
        title="Report form"
        submit="Save"
        fields={['notice_hours', 'intro', 'acknowledgement']}
        faultTitle="Could not save the form"
        fallback="Try again."
        read={read}
        check={faultsOf}
        // Only what was changed here: another page may have changed the rest.
        send={async (input) => {
          await save.mutateAsync(changedFields({ ...settings.data }, input));
          toast(input.enabled ? 'The form is open' : 'The form is closed');
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

function Fields({ settings, errors }: { settings: ShownNoticeSettings; errors: FormErrors }) {
  return (
    <>
      <label className={scopesStyles.scope}>
        <input type="checkbox" name="enabled" defaultChecked={settings.enabled} />
        <span>
          Open the form
          <small>Closed, its address is a page that does not exist.</small>
        </span>
      </label>
      <div className={styles.address}>
        <a className="link breakable" href={settings.form_url} target="_blank" rel="noreferrer">
          {settings.form_url}
        </a>
        <CopyToken token={settings.form_url} name="of the form" thing="address" words />
      </div>
      <TextField
        label="Hours to answer"
        name="notice_hours"
        inputMode="numeric"
        autoComplete="off"
        hint="A take-down always has 48. What is open keeps its deadline."
        defaultValue={settings.notice_hours}
        error={errors.notice_hours}
      />
      <TextAreaField
        label="Introduction"
        name="intro"
        optional
        rows={4}
        maxLength={limits.noticeIntroMaxLength}
        hint="Shown above the form."
        defaultValue={settings.intro}
        error={errors.intro}
      />
      <TextAreaField
        label="Words after a report"
        name="acknowledgement"
        optional
        rows={4}
        maxLength={limits.ownWordsMaxLength}
        placeholder={defaultAcknowledgement}
        hint="On the receipt, in its mail, and beside the status until you answer."
        defaultValue={settings.acknowledgement}
        error={errors.acknowledgement}
      />
      <p className="muted">Not legal advice.</p>
    </>
  );
}
