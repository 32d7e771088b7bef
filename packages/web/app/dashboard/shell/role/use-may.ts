import { type Action, roleMay } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { ownAccountsQuery } from './own-accounts.ts';

/**
 * Whether the person may do that in this account, by the contract's table; null until their role is known. Where it cannot be
 * asked for, the page offers everything: the server decides anyway.
 */
export function useMay(action: Action): boolean | null {
  const { data, isError } = useQuery(ownAccountsQuery);
  const current = data?.find((account) => account.is_current);
  if (current) return roleMay(current.role, action);
  return isError ? true : null;
}
