import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { AddressedPage } from '../parts/addressed-page.tsx';
import { BucketDialog } from './bucket-dialog.tsx';
import { BucketsTable } from './buckets-table.tsx';
import { bucketsQuery, useDeleteBucket, useRotateBucket, useUpdateBucket } from './use-buckets.ts';

const words = {
  one: 'bucket',
  many: 'buckets',
  icon: Database,
  made: 'added',
  what: 'Objects that land in a bucket of S3, Ceph or MinIO are judged.',
  guide: { slug: 'bucket-events', words: 'Send events from your provider' },
  empty: 'Add a bucket to judge new objects. Their tags then say the verdict.',
  next: 'Let your provider send events to this address. Treat it as a password.',
  rotated: 'The old address takes events for 24 hours more. Enter the new one at your provider before then.',
  deleted: 'Events end at once, and waiting objects are forgotten. Items stay. Your bucket is not touched.',
} as const;

/** Buckets whose new objects are judged. */
export function BucketsPage() {
  return (
    <AddressedPage
      words={words}
      list={useQuery(bucketsQuery)}
      change={useUpdateBucket()}
      rotate={useRotateBucket().mutateAsync}
      remove={useDeleteBucket().mutateAsync}
      addressOf={({ events_url: url }) => url}
      table={BucketsTable}
      dialog={BucketDialog}
    />
  );
}
