import { failBatch, runBatch } from '../batches/run-batch.ts';
import { isForgivable } from '../queue/forgive-faults.ts';
import type { JobHandler } from './run-jobs.ts';

/** It waits for other people's servers and hardly computes. Two at a time, and one of an account, so that none fills the door. */
export const runBatchJob: JobHandler<'run-batch'> = {
  role: 'jobs',
  concurrency: 2,
  groupConcurrency: 1,
  async run(context, { batchId }, run) {
    try {
      await runBatch(context, batchId, run.signal);
    } catch (error) {
      if (run.isLast && !isForgivable(error)) await failBatch(context, batchId);
      throw error;
    }
  },
};
