import { retainAll } from '../retention/retain-all.ts';
import { forgetBodies } from '../webhooks/forget-bodies.ts';
import type { JobHandler } from './run-jobs.ts';

/**
 * Every minute: bodies of deliveries whose days are over, until none is left. Once a day also what accounts keep for some days only,
 * which may take hours; bodies have their turn in between.
 */
export const retain: JobHandler<'retain'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, _payload, { signal, stopping, alive }) {
    const eachBatch = async () => {
      alive();
      signal.throwIfAborted();
      stopping.throwIfAborted();
      const forgotten = await forgetBodies(context, signal);
      if (forgotten > 0) context.log.info({ count: forgotten }, 'sent events emptied');
    };
    await eachBatch();
    await retainAll(context, eachBatch);
  },
};
