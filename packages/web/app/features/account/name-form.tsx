import { endpoints, messages, ProfileInput } from '@clearframe/contract';
import { errorsFromIssues } from '../../account/form-errors.ts';
import { textOf, useForm } from '../../account/use-form.ts';
import { call } from '../../api.ts';
import { useUser } from '../../require-session.tsx';
import { useSession } from '../../session.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './account-page.module.css';

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
      change((await call(endpoints.changeProfile, { body: input })).user);
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
