import { isForgivable } from '../queue/forgive-faults.ts';
import { endRun } from '../transparency/run-row.ts';
import { sendStatements, TryLater } from '../transparency/send-statements.ts';
import type { JobHandler } from './run-jobs.ts';

/** One after the other within an account: a second walk finds what the first one left. */
export const sendStatementsJob: JobHandler<'send-statements'> = {
  role: 'jobs',
  concurrency: 2,
  groupConcurrency: 1,
  async run(context, { runId }, run) {
    try {
      await sendStatements(context, runId, run);
    } catch (error) {
      const why = error instanceof TryLater ? 'The database did not take statements for hours. Send again later.' : null;
      if (run.isLast && !isForgivable(error)) await endRun(context, runId, 'failed', why ?? 'It failed. Send again.');
      throw error;
    }
  },
};
