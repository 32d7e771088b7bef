import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { shareCalls } from './share-calls.ts';

describe('calls that are shared', () => {
  it('MED-02 that ask for the same are one, and others are their own', async () => {
    const share = shareCalls<object, string>();
    const [one, other] = [{}, {}];
    const call = vi.fn(async () => 'found');
    expect(
      await Promise.all([share(one, 'a', call), share(one, 'a', call), share(one, 'b', call), share(other, 'a', call)]),
    ).toEqual(Array(4).fill('found'));
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('MED-02 see what was written before they were made: nobody joins one that has begun', async () => {
    const share = shareCalls<object, string>();
    const owner = {};
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    let stored = 'before';
    const read = async () => {
      const found = stored;
      await held;
      return found;
    };
    const first = share(owner, 'a', read);
    await setImmediate();
    stored = 'after';
    const second = share(owner, 'a', read);
    await setImmediate();
    goOn();
    expect(await Promise.all([first, second])).toEqual(['before', 'after']);
  });

  it('MED-02 wait for an equal one that is under way, and are one again', async () => {
    const share = shareCalls<object, number>();
    const owner = {};
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    const call = vi.fn(async () => {
      const made = call.mock.calls.length;
      await held;
      return made;
    });
    const first = share(owner, 'a', call);
    await setImmediate();
    const second = share(owner, 'a', call);
    await setImmediate();
    const third = share(owner, 'a', call);
    expect(call).toHaveBeenCalledTimes(1);
    goOn();
    expect(await Promise.all([first, second, third])).toEqual([1, 2, 2]);
  });

  it('MED-02 do not wait for one that takes long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const share = shareCalls<object, string>();
      const owner = {};
      void share(owner, 'a', () => new Promise<string>(() => undefined));
      await setImmediate();
      const second = share(owner, 'a', async () => 'found');
      vi.advanceTimersByTime(50);
      expect(await second).toBe('found');
    } finally {
      vi.useRealTimers();
    }
  });

  it('MED-02 fail together, and the next call is made again', async () => {
    const share = shareCalls<object, string>();
    const owner = {};
    const away = async () => {
      throw new Error('away');
    };
    const both = await Promise.allSettled([share(owner, 'a', away), share(owner, 'a', away)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await share(owner, 'a', async () => 'found')).toBe('found');
  });
});
