import { describe, expect, it, vi } from 'vitest';
import { doTogether } from './do-together.ts';

/** Work whose first piece waits for the test. */
function work(together: (items: readonly string[]) => Promise<boolean>) {
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const alone = vi.fn(async (item: string) => {
    if (item === 'first') await held;
    if (item === 'wrong') throw new Error('wrong alone');
  });
  const all = vi.fn(together);
  const run = doTogether<object, string>({ alone, together: all });
  return { goOn, alone, all, run };
}

describe('work that is done together', () => {
  it('UP-09 is what came while a piece was under way, and a lone piece begins at once', async () => {
    const { goOn, alone, all, run } = work(async () => true);
    const owner = {};
    const first = run(owner, 'a', 'first');
    expect(alone).toHaveBeenCalledTimes(1);
    const others = [run(owner, 'a', 'second'), run(owner, 'a', 'third')];
    await run(owner, 'b', 'another key');
    await run({}, 'a', 'another owner');
    expect(all).not.toHaveBeenCalled();
    goOn();
    await Promise.all([first, ...others]);
    expect(all.mock.calls).toEqual([[['second', 'third']]]);
    expect(alone.mock.calls.flat()).toEqual(['first', 'another key', 'another owner']);
    await run(owner, 'a', 'later');
    expect(alone).toHaveBeenLastCalledWith('later');
  });

  it('UP-09 is done piece by piece where it cannot be, and each learns of its own end', async () => {
    const { goOn, alone, run } = work(async () => false);
    const owner = {};
    const all = Promise.allSettled(['first', 'wrong', 'right'].map((item) => run(owner, 'a', item)));
    goOn();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(alone.mock.calls.flat()).toEqual(['first', 'wrong', 'right']);
  });

  it('UP-09 fails for all where nobody knows whether it was done', async () => {
    const { goOn, alone, run } = work(async () => {
      throw new Error('away');
    });
    const owner = {};
    const all = Promise.allSettled(['first', 'second', 'third'].map((item) => run(owner, 'a', item)));
    goOn();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(alone).toHaveBeenCalledTimes(1);
  });

  it('UP-09 does not wait behind a piece that takes long', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { alone, run } = work(async () => true);
      const owner = {};
      void run(owner, 'a', 'first');
      vi.advanceTimersByTime(501);
      await run(owner, 'a', 'second');
      expect(alone).toHaveBeenLastCalledWith('second');
    } finally {
      vi.useRealTimers();
    }
  });
});
