import { type GivenRole, InviteInput, messages, roleWords, teamEndpoints } from '@clearframe/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { Field, TextField } from '../../../shared/form/field.tsx';
import { OutboxHint } from '../../../shared/form/outbox-hint.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';
import { RoleSelect } from './role-select.tsx';
import styles from './team.module.css';
import { inviteFaultOf, useTeamChange } from './use-team.ts';

/** Address and role of whom to invite; the server mails the link. */
export function InviteForm() {
  const confirmed = useConfirmed();
  const toast = useToast();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('moderator');
  const [mistake, setMistake] = useState<string | null>(null);
  const invite = useTeamChange(
    (body: InviteInput) => confirmed(() => call(teamEndpoints.invite, { body })),
    (sent) => {
      setEmail('');
      toast(`Invitation sent to ${sent.email}`);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const input = InviteInput.safeParse({ email, role });
    setMistake(input.success ? null : (input.error.issues[0]?.message ?? messages.anErrorOccurred));
    if (input.success) invite.mutate(input.data);
  };
  return (
    <form className={styles.invite} onSubmit={submit} noValidate aria-label="Invite a teammate">
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        placeholder="name@example.com"
        error={mistake ?? inviteFaultOf(invite.error)}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setMistake(null);
          invite.reset();
        }}
      />
      <Field label="Role" hint={roleWords[role].may}>
        {(control) => <RoleSelect {...control} role={role} onRole={setRole} />}
      </Field>
      <Button kind="primary" type="submit" busy={invite.isPending}>
        Send invitation
      </Button>
      <OutboxHint />
    </form>
  );
}
