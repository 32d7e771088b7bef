import { eraseAuthor } from '../erasures/erase-author.ts';
import type { JobHandler } from './run-jobs.ts';

/** One of an account at a time, so that none keeps others waiting. */
export const eraseAuthorJob: JobHandler<'erase-author'> = {
  role: 'jobs',
  concurrency: 2,
  groupConcurrency: 1,
  run: (context, { erasureId }, { signal }) => eraseAuthor(context, erasureId, signal),
};
