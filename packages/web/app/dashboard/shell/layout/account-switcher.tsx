import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ownAccountsQuery } from '../role/own-accounts.ts';

/** Few people belong to several accounts, so its code comes for them alone. */
const AccountChoice = lazy(async () => ({ default: (await import('../account-choice/account-choice.tsx')).AccountChoice }));

/** Which account the person looks at, for those who belong to several; nothing for everybody else. */
export function AccountSwitcher() {
  const { data: accounts = [] } = useQuery(ownAccountsQuery);
  if (accounts.length < 2) return null;
  return (
    <Suspense>
      <AccountChoice accounts={accounts} />
    </Suspense>
  );
}
