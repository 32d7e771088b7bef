import { signedInEndpoints } from '@clearframe/contract';
import { call, reopenSession } from '../api.ts';

/** Whether the server knows the person behind the cookies, after a refresh where one is due. */
export async function isSignedIn(): Promise<boolean> {
  // Another tab may have signed in since a refresh was refused here.
  reopenSession();
  try {
    await call(signedInEndpoints.me);
    return true;
  } catch {
    return false;
  }
}
