import { type AccessToken, type CreateTokenInput, tokensEndpoints } from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { tokensQuery } from './tokens-query.ts';

/** Creates a token; the list then holds it. */
export function useCreateToken(onCreated: (token: AccessToken) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateTokenInput) => (await call(tokensEndpoints.createToken, { body })).access_token,
    onSuccess: (token) => {
      queries.setQueryData(tokensQuery.queryKey, (tokens) => [token, ...(tokens ?? [])]);
      void queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
      onCreated(token);
    },
  });
}

/** Deletes one token; it leaves the list at once. */
export function useDeleteToken(onDeleted: (token: AccessToken) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (token: AccessToken) => call(tokensEndpoints.deleteToken, { params: { id: token.id } }),
    onSuccess: (_, token) => {
      queries.setQueryData(tokensQuery.queryKey, (tokens) => tokens?.filter((kept) => kept.id !== token.id));
      void queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
      onDeleted(token);
    },
  });
}
