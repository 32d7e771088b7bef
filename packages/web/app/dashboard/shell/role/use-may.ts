import { type Action, roleMay } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { ownAccountsQuery } from './own-accounts.ts';

/**
 * Whether the person may do that in this account, by the contract's table; null until their role is known. Where it cannot be
 * asked for, the page offers everything: the server decides anyway.
 */
export const useMay = (action: Action): boolean | null => useMays()(action);

/** The same for any action, for those who ask about several at once. */
export function useMays(): (action: Action) => boolean | null {
  const { data, isError } = useQuery(ownAccountsQuery);
  const role = data?.find((account) => account.is_current)?.role;
  return (action) => (role ? roleMay(role, action) : isError ? true : null);
}
