import { failBulkRun } from '../moderation/bulk/end-bulk-run.ts';
import { runBulk } from '../moderation/bulk/run-bulk.ts';
import { isForgivable } from '../queue/forgive-faults.ts';
import type { JobHandler } from './run-jobs.ts';

/** One after the other within an account, so that its requests find the database free. */
export const runBulkJob: JobHandler<'run-bulk'> = {
  role: 'jobs',
  concurrency: 2,
  groupConcurrency: 1,
  async run(context, { runId }, run) {
    try {
      await runBulk(context, runId, run);
    } catch (error) {
      if (run.isLast && !isForgivable(error)) await failBulkRun(context, runId);
      throw error;
    }
  },
};
