import { tagObjects } from '../doors/s3-events/tag-objects.ts';
import type { JobHandler } from './run-jobs.ts';

/** Each minute: writes verdicts to objects of buckets. */
export const tagBuckets: JobHandler<'tag-buckets'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, _payload, { signal }) {
    await tagObjects(context, signal);
  },
};
