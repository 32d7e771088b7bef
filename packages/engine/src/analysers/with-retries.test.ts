import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-provider.ts';
import { AnalyserError, type AnalyserFault } from './analyser.ts';
import { readRetryAfter, withRetries } from './with-retries.ts';

const never = new AbortController().signal;

/** Fails so often, then gives the number of the try. */
function failing(times: number, fault: AnalyserFault, retryAfterMs?: number) {
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    if (tries <= times) throw new AnalyserError(fault, 'no', retryAfterMs === undefined ? {} : { retryAfterMs });
    return tries;
  };
  return { attempt, tries: () => tries };
}

describe('withRetries', () => {
  it.each(['timeout', 'unreachable', 'throttled', 'provider'] as const)('tries again after %s, twice at most', async (fault) => {
    const clock = fakeClock();
    expect(await withRetries(failing(2, fault).attempt, { clock, tryMs: clock.tryMs, signal: never })).toBe(3);
    expect(clock.slept).toEqual([375, 750]);
    const worse = failing(3, fault);
    await expect(withRetries(worse.attempt, { clock, tryMs: clock.tryMs, signal: never })).rejects.toMatchObject({ fault });
    expect(worse.tries()).toBe(3);
  });

  it.each(['credentials', 'quota', 'rejected', 'garbage'] as const)('does not try again after %s', async (fault) => {
    const clock = fakeClock();
    const work = failing(1, fault);
    await expect(withRetries(work.attempt, { clock, tryMs: clock.tryMs, signal: never })).rejects.toMatchObject({ fault });
    expect(work.tries()).toBe(1);
    expect(clock.slept).toEqual([]);
  });

  it('does not try again after a fault that is none of the provider', async () => {
    const clock = fakeClock();
    let tries = 0;
    const attempt = async () => {
      tries += 1;
      throw new TypeError('ours');
    };
    await expect(withRetries(attempt, { clock, tryMs: clock.tryMs, signal: never })).rejects.toThrow(TypeError);
    expect(tries).toBe(1);
  });

  it('waits as long as the provider asks, 20 s at most', async () => {
    const clock = fakeClock();
    await withRetries(failing(1, 'throttled', 7_000).attempt, { clock, tryMs: clock.tryMs, signal: never });
    await withRetries(failing(1, 'throttled', 3_600_000).attempt, { clock, tryMs: clock.tryMs, signal: never });
    expect(clock.slept).toEqual([7_000, 20_000]);
  });

  it('ends a try that does not listen to its signal when its time is up', async () => {
    const clock = fakeClock();
    const signals: AbortSignal[] = [];
    const ended = withRetries(
      (signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
      { clock, tryMs: clock.tryMs, retries: 0, signal: never },
    );
    clock.pass(clock.tryMs - 1);
    expect(signals[0]?.aborted).toBe(false);
    clock.pass(1);
    await expect(ended).rejects.toMatchObject({ name: 'AnalyserError', fault: 'timeout' });
    expect(signals[0]?.aborted).toBe(true);
  });

  it('does not wait a second time for one that hangs, because an analysis process waits with it', async () => {
    const clock = fakeClock();
    let tries = 0;
    const hangs = () => {
      tries += 1;
      return new Promise(() => undefined);
    };
    const ended = withRetries(hangs, { clock, tryMs: clock.tryMs, signal: never });
    clock.pass(clock.tryMs);
    await expect(ended).rejects.toMatchObject({ fault: 'timeout' });
    expect(tries).toBe(1);
  });

  it('ends at once, with the reason, when the caller gives up', async () => {
    const clock = fakeClock();
    const caller = new AbortController();
    const ended = withRetries(() => new Promise(() => undefined), { clock, tryMs: clock.tryMs, signal: caller.signal });
    const reason = new Error('deleted meanwhile');
    caller.abort(reason);
    await expect(ended).rejects.toBe(reason);
  });

  it('never holds a try that was not begun when the caller gave up before', async () => {
    const clock = fakeClock();
    const work = failing(0, 'provider');
    const signal = AbortSignal.abort(new Error('over'));
    await expect(withRetries(work.attempt, { clock, tryMs: clock.tryMs, signal })).rejects.toThrow('over');
    expect(work.tries()).toBe(0);
  });
});

describe('readRetryAfter', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['3', 3_000],
    ['0', 0],
    ['0.5', 500],
    ['120', 20_000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['Thu, 01 Jan 2026 01:00:00 GMT', 20_000],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %j as %j ms', (value, waitMs) => {
    expect(readRetryAfter(value, nowMs)).toBe(waitMs);
  });
});
