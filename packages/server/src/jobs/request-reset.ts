import { openResetRequest } from '../accounts/ask-for-reset.ts';
import { mailResetLink } from '../accounts/mail-reset-link.ts';
import type { JobHandler } from './run-jobs.ts';

/** Mails a link for a new password. One at a time, so that of two wishes the newer makes the link that counts. */
export const requestReset: JobHandler<'request-reset'> = {
  role: 'jobs',
  concurrency: 1,
  run: (context, { sealed }) => mailResetLink(context, openResetRequest(context, sealed)),
};
