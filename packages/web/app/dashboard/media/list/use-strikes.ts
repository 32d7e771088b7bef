import { authorsEndpoints, limits, type MediaUpload } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

type Item = Pick<MediaUpload, 'author'>;

/** Who made a page of items, each once, in one order: another order of the same people asks for nothing new. */
export function authorsOf(items: readonly Item[]): string[] {
  const ids = new Set(items.flatMap(({ author }) => (author ? [author.id] : [])));
  return [...ids].toSorted().slice(0, limits.authorsCountedMax);
}

/** Strikes of some authors in one call. Those of before stay while a page changes. */
const strikesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: keys.authors.strikes(ids),
    queryFn: async ({ signal }) => (await call(authorsEndpoints.authorStrikes, { body: { ids: [...ids] }, signal })).strikes,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

type Strikes = { data: readonly { id: string; active: number }[] | undefined; isError: boolean };

/** "2 strikes" beside a name; null where there are none, and until they are counted. Not to know them is not to have none. */
export function strikesBeside({ author }: Item, { data, isError }: Strikes): string | null {
  if (author === null) return null;
  if (data === undefined) return isError ? 'strikes unknown' : null;
  const active = data.find(({ id }) => id === author.id)?.active ?? 0;
  if (active === 0) return null;
  return active === 1 ? '1 strike' : `${active} strikes`;
}

/** What stands beside the uploader of each item of a page. */
export function useStrikes(items: readonly Item[]): (item: Item) => string | null {
  const { data, isError } = useQuery(strikesQuery(authorsOf(items)));
  return (item) => strikesBeside(item, { data, isError });
}
