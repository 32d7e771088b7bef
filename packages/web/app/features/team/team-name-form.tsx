import { endpoints, limits, messages, TeamNameInput } from '@clearframe/contract';
import { errorsFromIssues } from '../../account/form-errors.ts';
import { textOf, useForm } from '../../account/use-form.ts';
import { call } from '../../api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from '../account/account-page.module.css';
import { useTeamChange } from './use-team.ts';

/** What the account is called in invitations and menus. */
export function TeamNameForm({ name }: { name: string | null }) {
  const toast = useToast();
  const rename = useTeamChange(
    (body: { name: string }) => call(endpoints.renameTeam, { body }),
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
        hint="Whom you invite sees it, and so do members of several accounts. Empty: your own name stands for it."
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
