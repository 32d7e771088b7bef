import type { endpoints } from '@clearframe/contract';
import { reopenSession, withRefresh } from '../../shared/api/session-refresh.ts';

/** Whether there is an answer is all that is asked, so its schema and with it zod stay out of pages that are only read. */
const address: `/api${(typeof endpoints)['me']['path']}` = '/api/users/me';

/** Whether the server knows the person behind the cookies, after a refresh where one is due. */
export async function isSignedIn(): Promise<boolean> {
  // Another tab may have signed in since a refresh was refused here.
  reopenSession();
  try {
    const ask = () => fetch(address, { headers: { Accept: 'application/json' }, credentials: 'same-origin' });
    return (await withRefresh(ask)).ok;
  } catch {
    return false;
  }
}
