import { ClearframeError } from '@clearframe/sdk';
import { describe, expect, it, vi } from 'vitest';
import { mayHaveSession } from './may-have-session.ts';
import { createSessionStore, type SessionDeps } from './session-store.ts';

const user = {
  id: '0192f7a0-0000-7000-8000-000000000001',
  name: 'Ada',
  email: 'ada@shop.example',
  createdAt: '2026-11-20T12:00:00Z',
};

function makeStore(deps: Partial<SessionDeps> = {}) {
  const all = {
    cookies: () => 'logged_in=true',
    fetchUser: vi.fn(async () => user),
    logout: vi.fn(async () => null),
    reopen: vi.fn(),
    close: vi.fn(),
    forget: vi.fn(),
    announce: vi.fn(),
    ...deps,
  };
  return { ...all, store: createSessionStore(all) };
}

describe('session store', () => {
  it('AUTH-08 reads from the cookies whether there may be a session', () => {
    expect(mayHaveSession('')).toBe(false);
    expect(mayHaveSession('theme=dark; logged_in=false')).toBe(false);
    expect(mayHaveSession('not_logged_in=true')).toBe(false);
    expect(mayHaveSession('theme=dark; logged_in=true')).toBe(true);
    expect(mayHaveSession('access_token=abc')).toBe(true);
  });

  it('AUTH-08 asks the server only when a cookie says so', async () => {
    const { store, fetchUser } = makeStore({ cookies: () => 'theme=dark' });
    await store.start();
    expect(fetchUser).not.toHaveBeenCalled();
    expect(store.get()).toEqual({ status: 'signed-out', because: 'anonymous' });
  });

  it('is unknown until the check ends, then signed in', async () => {
    const { store } = makeStore();
    const seen: string[] = [store.get().status];
    store.subscribe(() => seen.push(store.get().status));
    await store.start();
    expect(seen).toEqual(['unknown', 'signed-in']);
  });

  it('AUTH-09 stays expired when the refused refresh is what ended the check', async () => {
    const made = makeStore({
      fetchUser: async () => {
        made.store.expire();
        throw new Error('401');
      },
    });
    await made.store.start();
    expect(made.store.get()).toEqual({ status: 'signed-out', because: 'expired' });
    expect(made.forget).toHaveBeenCalled();
  });

  it('AUTH-12 tells a server that cannot be asked from nobody being signed in, and asks again', async () => {
    const fetchUser = vi.fn(async () => user).mockRejectedValueOnce(new ClearframeError(503, 'The server is stopping'));
    const { store } = makeStore({ fetchUser });
    await store.start();
    expect(store.get()).toEqual({ status: 'signed-out', because: 'unreachable' });
    await store.start();
    expect(store.get()).toEqual({ status: 'signed-in', user });
  });

  it('AUTH-11 follows another tab: out, in, and never shows one person while another is signed in', async () => {
    const other = { ...user, id: '0192f7a0-0000-7000-8000-000000000002', name: 'Grace' };
    const fetchUser = vi.fn(async () => other);
    const { store, announce, forget, close } = makeStore({ fetchUser });
    store.signIn(user);
    expect(announce).toHaveBeenLastCalledWith(user.id);
    await store.heard(user.id);
    expect(fetchUser).not.toHaveBeenCalled();
    const following = store.heard(other.id);
    expect(store.get()).toEqual({ status: 'unknown' });
    await following;
    expect(store.get()).toEqual({ status: 'signed-in', user: other });
    expect(forget).toHaveBeenCalledTimes(2);
    await store.heard(null);
    expect(store.get()).toEqual({ status: 'signed-out', because: 'left' });
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('AUTH-09 allows refreshes again after a sign-in', () => {
    const { store, reopen } = makeStore();
    store.signIn(user);
    expect(reopen).toHaveBeenCalledTimes(1);
    expect(store.get()).toEqual({ status: 'signed-in', user });
  });

  it('AUTH-11 signs out even when the call fails', async () => {
    const { store, logout, forget } = makeStore({ logout: vi.fn(() => Promise.reject(new Error('offline'))) });
    store.signIn(user);
    await store.signOut();
    expect(logout).toHaveBeenCalledTimes(1);
    expect(forget).toHaveBeenCalledTimes(2);
    expect(store.get()).toEqual({ status: 'signed-out', because: 'left' });
  });

  it('AUTH-11 does not call it an expiry when a refused call ends after the sign-out', async () => {
    const { store } = makeStore();
    store.signIn(user);
    await store.signOut();
    store.expire();
    expect(store.get()).toEqual({ status: 'signed-out', because: 'left' });
  });
});
