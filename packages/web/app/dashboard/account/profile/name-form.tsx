import { accountSettingsEndpoints, messages, ProfileInput } from '@clearframe/contract';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../../shared/form/use-form.ts';
import { useSession } from '../../../shared/session/session.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import styles from '../frame/account-page.module.css';

/** The person's name; the side menu shows the new one at once. */
export function NameForm() {
  const user = useUser();
  const { change } = useSession();
  const toast = useToast();
  const { form, errors, failure, busy, submit } = useForm({
    fields: ['name'],
    fallback: messages.anErrorOccurred,
    read: (data) => ({ name: textOf(data, 'name') }),
    check: (input) => errorsFromIssues(ProfileInput.safeParse(input).error?.issues ?? []),
    send: async (input) => {
      change((await call(accountSettingsEndpoints.changeProfile, { body: input })).user);
      toast('Name saved');
    },
  });
  return (
    <form noValidate ref={form} onSubmit={(event) => void submit(event)}>
      {failure ? <Banner kind="error" title={failure} /> : null}
      <TextField
        key={user.name}
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={user.name}
        hint="Your team sees it beside your decisions."
        error={errors.name}
      />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          Save name
        </Button>
      </div>
    </form>
  );
}
