import {
  type CreateS3SourceInput,
  type S3ObjectsQuery,
  type S3Source,
  s3SourcesEndpoints,
  type UpdateS3SourceInput,
} from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { proofNeeded } from '../parts/proof-needed.ts';
import { useChange } from '../parts/use-change.ts';

/** All buckets of the account, oldest first. */
export const bucketsQuery = queryOptions({
  queryKey: keys.buckets.list,
  queryFn: async ({ signal }) => (await call(s3SourcesEndpoints.listS3Sources, { signal })).s3_sources,
});

/** What became of the objects of one bucket, newest event first. */
export const objectsQuery = (id: string, query: S3ObjectsQuery) =>
  queryOptions({
    queryKey: keys.buckets.objects(id, query.state ?? '', query.page),
    queryFn: ({ signal }) => call(s3SourcesEndpoints.listS3Objects, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });

/** Whole addresses end with the secret; without a recent proof the server gives the beginning. */
const isWhole = (url: string) => /\/s3e_[\w-]{43}$/.test(url);

/** The address for events, or null where the server kept the rest of it back. */
export const wholeAddress = ({ events_url: url }: Pick<S3Source, 'events_url'>): string | null => (isWhole(url) ? url : null);

/** Reads the whole address of one; the list then shows all of them, because the person proved who they are. */
export function useRevealBucket() {
  const queries = useQueryClient();
  return async (id: string): Promise<string> => {
    const buckets = await queries.fetchQuery({ ...bucketsQuery, staleTime: 0 });
    const bucket = buckets.find((one) => one.id === id);
    if (!bucket) throw new ClearframeError(404, 'Bucket source not found');
    const address = wholeAddress(bucket);
    if (address === null) throw proofNeeded();
    return address;
  };
}

export const useCreateBucket = () =>
  useChange(
    keys.buckets.list,
    async (body: CreateS3SourceInput) => (await call(s3SourcesEndpoints.createS3Source, { body })).s3_source,
  );

export const useUpdateBucket = () =>
  useChange(keys.buckets.list, ({ id, body }: { id: string; body: UpdateS3SourceInput }) =>
    call(s3SourcesEndpoints.updateS3Source, { params: { id }, body }),
  );

export const useRotateBucket = () =>
  useChange(
    keys.buckets.list,
    async ({ id }: S3Source) => (await call(s3SourcesEndpoints.rotateS3Source, { params: { id } })).s3_source,
  );

export const useDeleteBucket = () =>
  useChange(keys.buckets.list, ({ id }: S3Source) => call(s3SourcesEndpoints.deleteS3Source, { params: { id } }));
