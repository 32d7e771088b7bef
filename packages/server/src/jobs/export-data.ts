import { failExport, makeExport } from '../exports/make-export.ts';
import { isForgivable } from '../queue/forgive-faults.ts';
import type { JobHandler } from './run-jobs.ts';

/**
 * Copies files and hardly computes, so it runs beside the HTTP server: in an analysis process an export of hours would keep
 * pictures waiting. One at a time, so that it takes one connection and one disk's share.
 */
export const exportData: JobHandler<'export-data'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, { exportId }, run) {
    try {
      await makeExport(context, exportId, run.signal);
    } catch (error) {
      if (run.isLast && !isForgivable(error)) await failExport(context, exportId);
      throw error;
    }
  },
};
