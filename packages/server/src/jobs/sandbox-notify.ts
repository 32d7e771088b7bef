import { notifyLate } from '../billing/sandbox-payment.ts';
import type { JobHandler } from './run-jobs.ts';

/** Tells, some seconds after the window closed, that a test payment was made. */
export const sandboxNotify: JobHandler<'sandbox-notify'> = {
  role: 'jobs',
  concurrency: 1,
  run: (context, payload) => notifyLate(context, payload),
};
