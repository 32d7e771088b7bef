import { judgeObjects } from '../doors/s3-events/judge-objects.ts';
import { tagObjects } from '../doors/s3-events/tag-objects.ts';
import type { JobHandler } from './run-jobs.ts';

/** Each minute, and at once when events come: takes objects of buckets in, and writes their verdicts to them. */
export const judgeBuckets: JobHandler<'judge-buckets'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, _payload, { signal }) {
    await judgeObjects(context, signal);
    await tagObjects(context, signal);
  },
};
