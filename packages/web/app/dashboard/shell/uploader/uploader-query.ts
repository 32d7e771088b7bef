import { authorsEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

export const uploaderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.authors.one(id),
    queryFn: async ({ signal }) => (await call(authorsEndpoints.getAuthor, { params: { id }, signal })).author,
    // Whoever comes from Content Review may just have failed something of theirs.
    staleTime: 0,
  });
