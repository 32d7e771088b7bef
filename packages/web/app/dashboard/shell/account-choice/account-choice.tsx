import { messages, type OwnAccount, roleWords, sessionsEndpoints } from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../shared/api/api.ts';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { FieldError } from '../../../shared/form/field.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { ownAccountsQuery } from '../role/own-accounts.ts';
import styles from './account-choice.module.css';

/** The choice between the accounts of a person. */
export function AccountChoice({ accounts }: { accounts: readonly OwnAccount[] }) {
  const id = useId();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (accountId: string) => call(sessionsEndpoints.switchAccount, { body: { account_id: accountId } }),
    // The list then names another current account, which starts the whole page anew.
    onSettled: () => queries.invalidateQueries({ queryKey: ownAccountsQuery.queryKey }),
  });
  const current = accounts.find((account) => account.is_current);
  return (
    <div className={styles.switcher}>
      <label htmlFor={id}>Account</label>
      <select
        id={id}
        className={fieldStyles.input}
        data-slot="field-input"
        value={current?.id ?? ''}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.value)}
      >
        {accounts.map(({ id: accountId, name, role }) => (
          <option key={accountId} value={accountId}>
            {name} ({roleWords[role].name.toLowerCase()})
          </option>
        ))}
      </select>
      <FieldError message={change.isError ? errorMessage(change.error, messages.anErrorOccurred) : null} />
    </div>
  );
}
