import type { EndpointData, mediaEndpoints } from '@clearframe/contract';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../shared/api/keys.ts';

type ListPage = EndpointData<typeof mediaEndpoints.listMedia>;

/** Takes a deleted item out of every list that was fetched: one that begins with it would give its card the keyboard, and then lose it. */
export function dropItem(queries: QueryClient, id: string): void {
  queries.setQueriesData<ListPage>({ queryKey: keys.media.lists }, (page) => {
    if (!page?.media_uploads.some((item) => item.id === id)) return page;
    const { media_uploads: items, pagination } = page;
    return {
      ...page,
      media_uploads: items.filter((item) => item.id !== id),
      pagination: { ...pagination, total: pagination.total - 1 },
    };
  });
}
