import { type AccessToken, type CreateTokenInput, tokensEndpoints } from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { useConfirmed } from '../shell/confirm/confirm-provider.tsx';
import { tokensQuery } from './tokens-query.ts';

/** Reads the whole value of one token; the list then shows all of them, because the person proved who they are. */
export function useRevealToken() {
  const queries = useQueryClient();
  return async (id: string): Promise<string> => {
    const { access_token: token } = await call(tokensEndpoints.revealToken, { params: { id } });
    void queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
    return token.token;
  };
}

/** Creates a token, after a proof of who asks; the list then holds it. */
export function useCreateToken(onCreated: (token: AccessToken) => void) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (body: CreateTokenInput) =>
      confirmed(async () => (await call(tokensEndpoints.createToken, { body })).access_token),
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
