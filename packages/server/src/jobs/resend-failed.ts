import { resendFailed as resend } from '../webhooks/resend.ts';
import type { JobHandler } from './run-jobs.ts';

/** Queues another round of attempts for each event; the sending itself is up to lanes. */
export const resendFailed: JobHandler<'resend-failed'> = {
  role: 'jobs',
  concurrency: 1,
  run: (context, payload, run) => resend(context, payload, run.signal),
};
