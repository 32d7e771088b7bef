import type { User } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { mayHaveSession } from './may-have-session.ts';

/**
 * `unknown` until the check at start ended. `left` tells a sign-out from an expiry and from never having signed in; `unreachable`
 * means that there may well be a session, but the server could not be asked.
 */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'signed-in'; user: User }
  | { status: 'signed-out'; because: 'anonymous' | 'left' | 'expired' | 'unreachable' };

export type SessionStore = {
  get: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** The check at start: asks for the user only when a cookie says there may be one (AUTH-08). */
  start: () => Promise<void>;
  signIn: (user: User) => void;
  /** The signed-in person has other data now, such as a new name. */
  change: (user: User) => void;
  /** Ends the session here even when the server cannot be told (AUTH-11). */
  signOut: () => Promise<void>;
  expire: () => void;
  /** Another tab of this browser signed in, or out (null): the cookies are shared, so this one follows. */
  heard: (userId: string | null) => Promise<void>;
};

export type SessionDeps = {
  cookies: () => string;
  fetchUser: () => Promise<User>;
  logout: () => Promise<unknown>;
  /** Refreshes are allowed again. */
  reopen: () => void;
  /** No refreshes until then. */
  close: () => void;
  /** Drops what was fetched for the person who left. */
  forget: () => void;
  /** Tells the other tabs of this browser who is signed in now; null = nobody. */
  announce: (userId: string | null) => void;
};

export function createSessionStore(deps: SessionDeps): SessionStore {
  let state: SessionState = { status: 'unknown' };
  const listeners = new Set<() => void>();
  const set = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const check = async () => {
    if (state.status !== 'unknown') set({ status: 'unknown' });
    try {
      const user = await deps.fetchUser();
      if (state.status === 'unknown') set({ status: 'signed-in', user });
    } catch (error) {
      // A refused refresh has already said 'expired'.
      const refused = error instanceof ClearframeError && error.status === 401;
      if (state.status === 'unknown') set({ status: 'signed-out', because: refused ? 'anonymous' : 'unreachable' });
    }
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      if (!mayHaveSession(deps.cookies())) return set({ status: 'signed-out', because: 'anonymous' });
      await check();
    },
    signIn(user) {
      deps.reopen();
      deps.forget();
      set({ status: 'signed-in', user });
      deps.announce(user.id);
    },
    change(user) {
      if (state.status === 'signed-in') set({ status: 'signed-in', user });
    },
    async signOut() {
      const told = deps.logout().catch(() => null);
      deps.close();
      deps.forget();
      set({ status: 'signed-out', because: 'left' });
      deps.announce(null);
      await told;
    },
    async heard(userId) {
      if (state.status === 'signed-in' && state.user.id === userId) return;
      if (userId === null && state.status === 'signed-out') return;
      // What is on the screen belongs to somebody else: a form that stayed would be sent in the name of who is there now.
      deps.forget();
      if (userId === null) {
        deps.close();
        return set({ status: 'signed-out', because: 'left' });
      }
      deps.reopen();
      await check();
    },
    expire() {
      // A call under way during a sign-out is refused too; whoever left is not told that something expired.
      if (state.status === 'signed-out') return;
      deps.forget();
      set({ status: 'signed-out', because: 'expired' });
    },
  };
}
