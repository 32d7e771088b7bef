import { removeAccount } from '../deletion/remove-account.ts';
import { removePerson } from '../deletion/remove-person.ts';
import type { JobHandler } from './run-jobs.ts';

/** The person comes last: they are told when everything else is gone. */
export const deleteAccount: JobHandler<'delete-account'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, { userId, accountIds }, { signal }) {
    for (const id of accountIds) await removeAccount(context, id, signal);
    if (userId !== null) await removePerson(context, userId, signal);
  },
};
