import type { EndpointData, ManualVerdict, MediaUpload, mediaEndpoints } from '@clearframe/contract';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../shared/api/keys.ts';

export type Flags = Pick<MediaUpload, 'moderationFlagged' | 'needs_review' | 'sampled'>;
/** Flags by the item's id. */
export type FlagsOf = ReadonlyMap<string, Flags>;
type Page = EndpointData<typeof mediaEndpoints.listMedia>;

/** The item as it will be once a person decided so. */
export function flagsAfter(verdict: ManualVerdict): Flags {
  return { moderationFlagged: verdict === 'fail', needs_review: false, sampled: false };
}

/** Items with those flags in place of their own; the others, and the list itself when nothing changes, stay the same objects. */
function withFlags(items: readonly MediaUpload[], flags: FlagsOf): MediaUpload[] {
  return items.map((item) => {
    const changed = flags.get(item.id);
    return changed ? { ...item, ...changed } : item;
  });
}

/** Puts flags into every list and item that was fetched, so that the page shows them at once. */
export function patchFlags(queries: QueryClient, flags: FlagsOf): void {
  queries.setQueriesData<Page>(
    { queryKey: keys.media.lists },
    (page) => page && { ...page, media_uploads: withFlags(page.media_uploads, flags) },
  );
  for (const [id, changed] of flags)
    queries.setQueryData<MediaUpload>(keys.media.item(id), (item) => item && { ...item, ...changed });
}
