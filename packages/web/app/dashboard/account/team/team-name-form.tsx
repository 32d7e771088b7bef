import { limits, messages, TeamNameInput, teamEndpoints } from '@clearframe/contract';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../../shared/form/use-form.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import styles from '../frame/account-page.module.css';
import { useTeamChange } from './use-team.ts';

/** What the account is called in invitations and menus. */
export function TeamNameForm({ name }: { name: string | null }) {
  const toast = useToast();
  const rename = useTeamChange(
    (body: { name: string }) => call(teamEndpoints.renameTeam, { body }),
    () => toast('Account name saved'),
  );
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['name'],
    fallback: messages.anErrorOccurred,
    read: (data) => ({ name: textOf(data, 'name').trim() }),
    check: (input) => errorsFromIssues(TeamNameInput.safeParse(input).error?.issues ?? []),
    send: async (input) => void (await rename.mutateAsync(input)),
  });
  return (
    <form noValidate ref={form} onSubmit={(event) => void submit(event)}>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <TextField
        key={name}
        label="Account name"
        name="name"
        autoComplete="organization"
        maxLength={limits.nameMaxLength}
        defaultValue={name ?? ''}
        hint="Shown to people you invite. Leave empty to use your name."
        error={errors.name}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          Save account name
        </Button>
      </div>
    </form>
  );
}
