import { tokensEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';

/** All tokens of the account, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => {
    const { access_tokens: tokens } = await call(tokensEndpoints.listTokens, { signal });
    return tokens.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  },
});
