import { type S3Object, S3ObjectsQuery } from '@clearframe/contract';

type State = S3Object['state'];

/** The state that an address asks for; anything else asks for all. */
export const stateOf = (search: URLSearchParams): State | undefined =>
  S3ObjectsQuery.shape.state.safeParse(search.get('state') ?? undefined).data;

/** The objects of one bucket, in one state or all. */
export function objectsAddress(id: string, state?: State, page = 1): string {
  const search = new URLSearchParams();
  if (state !== undefined) search.set('state', state);
  if (page > 1) search.set('page', String(page));
  return `/dashboard/integrations/buckets/${id}${search.size === 0 ? '' : `?${search}`}`;
}
