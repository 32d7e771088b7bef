import { type Checker, type CheckerChange, type CheckerInput, checkersEndpoints } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { proofNeeded } from '../parts/proof-needed.ts';
import { useChange } from '../parts/use-change.ts';

/** All checkers of the account, oldest first. */
export const checkersQuery = queryOptions({
  queryKey: keys.checkers,
  queryFn: async ({ signal }) => (await call(checkersEndpoints.listCheckers, { signal })).checkers,
});

/** Reads the whole address of one; the list then shows all of them, because the person proved who they are. */
export function useRevealChecker() {
  const queries = useQueryClient();
  return async (id: string): Promise<string> => {
    const checkers = await queries.fetchQuery({ ...checkersQuery, staleTime: 0 });
    const checker = checkers.find((one) => one.id === id);
    if (!checker) throw new ClearframeError(404, 'Checker not found');
    if (checker.withheld) throw proofNeeded();
    return checker.url;
  };
}

export const useCreateChecker = () =>
  useChange(keys.checkers, async (body: CheckerInput) => (await call(checkersEndpoints.createChecker, { body })).checker);

export const useUpdateChecker = () =>
  useChange(
    keys.checkers,
    async ({ id, body }: { id: string; body: CheckerChange }) =>
      (await call(checkersEndpoints.updateChecker, { params: { id }, body })).checker,
  );

export const useRotateChecker = () =>
  useChange(keys.checkers, async ({ id }: Checker) => (await call(checkersEndpoints.rotateChecker, { params: { id } })).checker);

export const useDeleteChecker = () =>
  useChange(keys.checkers, ({ id }: Checker) => call(checkersEndpoints.deleteChecker, { params: { id } }));
