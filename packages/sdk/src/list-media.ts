import { type EndpointInput, endpoints, limits, type MediaList, type MediaUpload } from '@clearframe/contract';
import type { Send } from './send.ts';

/** Filters and order of a list, as the contract has them. */
export type ListOptions = Omit<
  NonNullable<EndpointInput<typeof endpoints.apiListMedia>['query']>,
  'page' | 'limit' | 'cursor'
> & {
  /** Items asked for at once, 1…100. Default 100. */
  pageSize?: number;
  signal?: AbortSignal;
};

/**
 * Every item of a list as they are needed, a page at a time. What arrives meanwhile moves nothing: each page begins where the one before
 * ended.
 */
export async function* listMedia(send: Send, options: ListOptions = {}): AsyncGenerator<MediaUpload, void, void> {
  const { pageSize = limits.mediaPageMax, signal, ...query } = options;
  let cursor: string | undefined;
  do {
    const page: MediaList = await send(endpoints.apiListMedia, { query: { ...query, cursor, limit: pageSize }, signal });
    yield* page.media_uploads;
    cursor = page.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
