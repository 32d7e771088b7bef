import { searchMs } from '../notices/find-copies.ts';
import { searchCopies } from '../notices/link-notice.ts';
import type { JobHandler } from './run-jobs.ts';

/** Finds the item of a notice and its copies. */
export const searchNoticeCopies: JobHandler<'search-notice-copies'> = {
  role: 'jobs',
  concurrency: 1,
  run: (context, { noticeId }) => searchCopies(context, noticeId, searchMs.job),
};
