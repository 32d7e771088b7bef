import { describe, expect, it, vi } from 'vitest';
import { createRefresher, type RefreshDeps, type RefreshStamp } from './refresh.ts';

/** Tabs share stamp and lock; every `now()` is one millisecond later than the one before. */
function makeTabs(refresh: RefreshDeps['refresh']) {
  let stamp: RefreshStamp | null = null;
  let clock = 0;
  let lock: Promise<unknown> = Promise.resolve();
  const openTab = () => {
    const onExpired = vi.fn();
    const refresher = createRefresher({
      refresh,
      exclusive: (task) => {
        const turn = lock.then(task);
        lock = turn.catch(() => null);
        return turn;
      },
      readStamp: () => stamp,
      writeStamp: (next) => {
        stamp = next;
      },
      now: () => ++clock,
      onExpired,
    });
    return { ...refresher, onExpired };
  };
  return { openTab };
}

/** A call that is refused until the session is fresh. */
function makeSend(session: { fresh: boolean }) {
  return vi.fn(async () => ({ status: session.fresh ? 200 : 401 }));
}

describe('withRefresh', () => {
  it('AUTH-09 renews once after a 401 and sends again', async () => {
    const session = { fresh: false };
    const refresh = vi.fn(async () => (session.fresh = true));
    const tab = makeTabs(refresh).openTab();
    const send = makeSend(session);
    expect(await tab.withRefresh(send)).toEqual({ status: 200 });
    expect(send).toHaveBeenCalledTimes(2);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('AUTH-09 lets other answers through untouched', async () => {
    const refresh = vi.fn(async () => true);
    const tab = makeTabs(refresh).openTab();
    expect(await tab.withRefresh(async () => ({ status: 403 }))).toEqual({ status: 403 });
    expect(refresh).not.toHaveBeenCalled();
  });

  it('AUTH-09 shares one refresh between calls and between tabs', async () => {
    const session = { fresh: false };
    const refresh = vi.fn(async () => (session.fresh = true));
    const { openTab } = makeTabs(refresh);
    const tabs = [openTab(), openTab()];
    const calls = tabs.flatMap((tab) => [makeSend(session), makeSend(session)].map((send) => tab.withRefresh(send)));
    expect(await Promise.all(calls)).toEqual(Array(4).fill({ status: 200 }));
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('AUTH-09 does not renew again for a 401 that was under way during a refresh', async () => {
    const session = { fresh: false };
    const refresh = vi.fn(async () => (session.fresh = true));
    const tab = makeTabs(refresh).openTab();
    const late = Promise.withResolvers<{ status: number }>();
    const answers = [late.promise, Promise.resolve({ status: 200 })];
    const slow = tab.withRefresh(() => answers.shift() ?? late.promise);
    await tab.withRefresh(makeSend(session));
    late.resolve({ status: 401 });
    expect(await slow).toEqual({ status: 200 });
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('AUTH-09 says once that the session expired and refreshes no more until the next sign-in', async () => {
    const session = { fresh: false };
    const refresh = vi.fn(async () => false);
    const tab = makeTabs(refresh).openTab();
    const refused = { status: 401, message: 'Session expired. Please log in again.' };
    await Promise.all([1, 2, 3].map(() => expect(tab.withRefresh(makeSend(session))).rejects.toMatchObject(refused)));
    await expect(tab.withRefresh(makeSend(session))).rejects.toMatchObject(refused);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(tab.onExpired).toHaveBeenCalledTimes(1);

    tab.reopen();
    refresh.mockImplementation(async () => (session.fresh = true));
    expect(await tab.withRefresh(makeSend(session))).toEqual({ status: 200 });
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('AUTH-11 renews nothing for a call that a sign-out overtook, and says nothing of an expiry', async () => {
    const session = { fresh: false };
    const refresh = vi.fn(async () => (session.fresh = true));
    const tab = makeTabs(refresh).openTab();
    const answer = Promise.withResolvers<{ status: number }>();
    const underWay = tab.withRefresh(() => answer.promise);
    tab.close();
    answer.resolve({ status: 401 });
    await expect(underWay).rejects.toMatchObject({ status: 401 });
    expect(refresh).not.toHaveBeenCalled();
    expect(tab.onExpired).not.toHaveBeenCalled();
    tab.reopen();
    expect(await tab.withRefresh(makeSend(session))).toEqual({ status: 200 });
  });

  it('keeps the session when the refresh got no answer, so that a restart of the server signs nobody out', async () => {
    const session = { fresh: false };
    const refresh = vi.fn<RefreshDeps['refresh']>().mockRejectedValueOnce(new Error('no answer'));
    const tab = makeTabs(refresh).openTab();
    await expect(tab.withRefresh(makeSend(session))).rejects.toThrow('no answer');
    expect(tab.onExpired).not.toHaveBeenCalled();
    refresh.mockImplementation(async () => (session.fresh = true));
    expect(await tab.withRefresh(makeSend(session))).toEqual({ status: 200 });
  });
});
