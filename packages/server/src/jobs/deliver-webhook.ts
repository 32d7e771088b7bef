import { deliver } from '../webhooks/deliver.ts';
import type { JobHandler } from './run-jobs.ts';

/** It waits for other people's servers: many at a time, and few for each hook, so that one that hangs holds up nobody else. */
export const deliverWebhook: JobHandler<'deliver-webhook'> = {
  kind: 'api',
  concurrency: 10,
  groupConcurrency: 3,
  run: (context, payload, run) => deliver(context, payload, run.signal),
};
