import { tellProviders } from '../billing/provider-tasks.ts';
import { askAboutPayments, askAboutRenewals } from '../billing/reconcile.ts';
import type { JobHandler } from './run-jobs.ts';

/** Every minute: what a remote payment provider has to be told, and what it did not tell. A provider that is slow delays no sweep. */
export const callPaymentProvider: JobHandler<'call-payment-provider'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context) {
    const told = await tellProviders(context);
    const answered = (await askAboutRenewals(context)) + (await askAboutPayments(context));
    if (told + answered > 0) context.log.info({ told, answered }, 'the payment provider was called');
  },
};
