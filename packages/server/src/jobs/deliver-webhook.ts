import { Later } from '../queue/queue.ts';
import { deliver } from '../webhooks/deliver.ts';
import type { JobHandler } from './run-jobs.ts';

/**
 * It waits for other people's servers: many at a time, and few for each account, so that one whose hooks hang holds up no other.
 * Hooks that were slow the last time are the long jobs: they leave a place for the account's other hooks, and workers for all.
 */
export const deliverWebhook: JobHandler<'deliver-webhook'> = {
  role: 'jobs',
  concurrency: 6,
  quickConcurrency: 4,
  groupConcurrency: 3,
  longGroupConcurrency: 2,
  async run(context, payload, run) {
    const earlyMs = await deliver(context, payload, run.signal);
    if (earlyMs > 0) throw new Later(earlyMs);
  },
};
