import type { JobHandler } from './run-jobs.ts';

/** An attempt that the version before this one queued. The lane of its hook tells its delivery, so nothing is left to do. */
export const deliverWebhook: JobHandler<'deliver-webhook'> = {
  role: 'jobs',
  concurrency: 1,
  run: async () => undefined,
};
