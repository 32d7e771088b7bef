import { type EndpointInput, endpoints, limits, type MediaUpload } from '@clearframe/contract';
import type { Send } from './send.ts';

/** Filters and order of a list, as the contract has them. */
export type ListOptions = Omit<NonNullable<EndpointInput<typeof endpoints.apiListMedia>['query']>, 'page' | 'limit'> & {
  /** Items asked for at once, 1…100. Default 100. */
  pageSize?: number;
  signal?: AbortSignal;
};

/**
 * Every item of a list, page by page as they are needed. What arrives meanwhile moves the rest back: an item that was given is not
 * given again.
 */
export async function* listMedia(send: Send, options: ListOptions = {}): AsyncGenerator<MediaUpload, void, void> {
  const { pageSize = limits.mediaPageMax, signal, ...query } = options;
  const given = new Set<string>();
  for (let page = 1; page <= limits.pageMax; page += 1) {
    const { media_uploads: items } = await send(endpoints.apiListMedia, { query: { ...query, page, limit: pageSize }, signal });
    for (const item of items) {
      if (given.has(item.id)) continue;
      given.add(item.id);
      yield item;
    }
    if (items.length < pageSize) return;
  }
}
