import { type PolicyDocument, type PolicyLimitsInput, policyEndpoints, type ReadWriting } from '@clearframe/contract';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';

/** What judges now. Read when a page opens and never behind somebody's back while they edit. */
export const policyQuery = queryOptions({
  queryKey: keys.policy,
  queryFn: async ({ signal }) => (await call(policyEndpoints.getPolicy, { signal })).policy,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

const newest = 2_147_483_647;

/** Versions page by page, the newest first. */
export const policiesQuery = infiniteQueryOptions({
  queryKey: keys.policies,
  queryFn: ({ signal, pageParam }) => call(policyEndpoints.listPolicies, { query: { before: pageParam }, signal }),
  initialPageParam: newest,
  getNextPageParam: ({ next_before }) => next_before,
});

/** What follows a save: the new version shows everywhere. */
function useTakeOver() {
  const queries = useQueryClient();
  return (policy: PolicyDocument) => {
    queries.setQueryData(policyQuery.queryKey, policy);
    for (const queryKey of [policiesQuery.queryKey, keys.whatIf.all]) void queries.invalidateQueries({ queryKey });
    queries.removeQueries({ queryKey: keys.keywords });
  };
}

/** Reads the policy and its versions anew: somebody else saved one. */
export function useReloadPolicy(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [policyQuery.queryKey, policiesQuery.queryKey, keys.whatIf.all])
      void queries.invalidateQueries({ queryKey });
  };
}

export function useSaveLimits() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: async (body: PolicyLimitsInput) => (await call(policyEndpoints.saveLimits, { body })).policy,
    onSuccess: takeOver,
  });
}

/** Saves when writing is read. The lists beside it stay as somebody edits them. */
export function useSaveReadWriting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (read_writing: ReadWriting) =>
      (await call(policyEndpoints.saveReadWriting, { body: { read_writing } })).policy,
    onSuccess: (policy) => {
      queries.setQueryData(policyQuery.queryKey, policy);
      for (const queryKey of [policiesQuery.queryKey, keys.writing]) void queries.invalidateQueries({ queryKey });
    },
  });
}

/** Saves a copy of an earlier version as a new one. */
export function useRestorePolicy() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: async (name: string) => (await call(policyEndpoints.restorePolicy, { params: { name } })).policy,
    onSuccess: takeOver,
  });
}
