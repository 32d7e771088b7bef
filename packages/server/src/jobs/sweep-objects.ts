import { visitorAccountId } from '../accounts/visitor-account-id.ts';
import { isSameInstallation } from '../objects/installation.ts';
import { drainRemovals } from '../objects/object-removal.ts';
import { sweepPending } from '../objects/sweep-pending.ts';
import { tidyStorage } from '../objects/tidy-storage.ts';
import type { JobHandler } from './run-jobs.ts';

/**
 * Every minute, beside the sweep: files that no row needs any more. Each step works through rows that say so and deletes them as it
 * goes, so that a run that ends anywhere is taken up by the next one.
 */
export const sweepObjects: JobHandler<'sweep-objects'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, _payload, { signal }) {
    const { log } = context;
    if (!(await isSameInstallation(context))) {
      log.error('the files do not belong to this database, so nothing was removed. Compare them with: clearframe storage check');
      return;
    }
    const { removed, errors } = await drainRemovals(context, signal);
    if (removed > 0) log.info({ count: removed }, 'unused files removed');
    const moved = await sweepPending(context, [visitorAccountId], signal);
    if (moved > 0) log.warn({ count: moved }, 'files of interrupted uploads moved to quarantine');
    const tidied = await tidyStorage(context, signal);
    if (tidied && tidied.objects + tidied.removed + tidied.brokenOff > 0) log.info(tidied, 'quarantine checked');
    if (errors.length > 0) throw new AggregateError(errors, 'could not remove some files');
  },
};
