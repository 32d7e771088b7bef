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

/** Changes those items in every list and on every page that was fetched; the others stay the same objects. */
function patchItems(queries: QueryClient, ids: Iterable<string>, change: (item: MediaUpload) => MediaUpload): void {
  const chosen = new Set(ids);
  queries.setQueriesData<Page>(
    { queryKey: keys.media.lists },
    (page) => page && { ...page, media_uploads: page.media_uploads.map((item) => (chosen.has(item.id) ? change(item) : item)) },
  );
  for (const id of chosen) queries.setQueryData<MediaUpload>(keys.media.item(id), (item) => item && change(item));
}

/** Puts flags into every list and item that was fetched, so that the page shows them at once. */
export const patchFlags = (queries: QueryClient, flags: FlagsOf): void =>
  patchItems(queries, flags.keys(), (item) => ({ ...item, ...flags.get(item.id) }));

/** Says of decisions on those items that they were undone at another moment than the page said; of others nothing. */
export function patchUndone(
  queries: QueryClient,
  ids: Iterable<string>,
  { undone, said, at }: { undone: readonly string[]; said: string | null; at: string | null },
): void {
  patchItems(queries, ids, (item) => ({
    ...item,
    decisions: item.decisions.map((made) =>
      undone.includes(made.id) && made.undone_at === said ? { ...made, undone_at: at } : made,
    ),
  }));
}
