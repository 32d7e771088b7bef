import { tokensEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';

/** All tokens of the account, newest first. */
export const tokensQuery = queryOptions({
  queryKey: keys.tokens,
  queryFn: async ({ signal }) => {
    const { access_tokens: tokens } = await call(tokensEndpoints.listTokens, { signal });
    return tokens.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  },
});
