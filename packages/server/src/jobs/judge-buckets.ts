import { judgeObjects } from '../doors/s3-events/judge-objects.ts';
import type { JobHandler } from './run-jobs.ts';

/** Each minute, and at once when events come: takes objects of buckets in. */
export const judgeBuckets: JobHandler<'judge-buckets'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, _payload, { signal }) {
    await judgeObjects(context, signal);
  },
};
