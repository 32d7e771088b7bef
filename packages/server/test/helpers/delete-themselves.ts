import type { Context } from '../../src/context.ts';
import { requestDeletion } from '../../src/deletion/request-deletion.ts';
import { deleteAccount } from '../../src/jobs/delete-account.ts';
import type { Built } from './build.ts';
import type { SignedInBrowser } from './sign-in.ts';

const signal = new AbortController().signal;
const run = { id: 'x', attempt: 1, isLast: false, signal, alive: () => {}, stopping: signal };

/** A person closes their account. What lies in it is still there. */
export const closeAccount = ({ context }: Built, { userId }: SignedInBrowser): Promise<void> =>
  requestDeletion(context, { userId }, { ip: '127.0.0.1', userAgent: undefined });

/** One run of the job that removes what a closed account has. */
export const removeClosed = (built: Built, { userId }: SignedInBrowser, accountId: string, over: Partial<Context> = {}) =>
  deleteAccount.run({ ...built.context, ...over }, { userId, accountIds: [accountId] }, run);
