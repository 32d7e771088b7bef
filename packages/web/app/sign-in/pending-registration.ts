const KEY = 'clearframe-pending-registration';

/** The address that step 2 waits for, so that a reload does not lose the step. It lives as long as the tab. */
export function readPending(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Remembers the address, or forgets it with null. */
export function writePending(email: string | null): void {
  try {
    if (email === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, email);
  } catch {
    // Storage can be forbidden; the step then lasts until a reload.
  }
}
