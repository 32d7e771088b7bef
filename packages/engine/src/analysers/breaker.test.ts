import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-provider.ts';
import { AnalyserError, type AnalyserFault } from './analyser.ts';
import { createBreaker } from './breaker.ts';

const fails =
  (fault: AnalyserFault = 'provider') =>
  async (): Promise<string> => {
    throw new AnalyserError(fault, 'no');
  };
const works = async () => 'answer';

function opened() {
  const clock = fakeClock();
  const breaker = createBreaker({ clock, faultsToOpen: 3, openMs: 30_000 });
  const open = async () => {
    for (let done = 0; done < 3; done += 1) await breaker.run(fails()).catch(() => undefined);
  };
  return { clock, breaker, open };
}

describe('breaker', () => {
  it('opens after so many faults in a row, and then runs nothing', async () => {
    const { breaker, open } = opened();
    await open();
    let runs = 0;
    const counted = async () => {
      runs += 1;
    };
    await expect(breaker.run(counted)).rejects.toMatchObject({ fault: 'unreachable', retryAfterMs: 30_000 });
    expect(runs).toBe(0);
    expect(breaker.state()).toBe('open');
  });

  it('stays closed when an answer comes between the faults', async () => {
    const { breaker } = opened();
    for (let round = 0; round < 4; round += 1) {
      await breaker.run(fails()).catch(() => undefined);
      await breaker.run(fails()).catch(() => undefined);
      await breaker.run(works);
    }
    expect(breaker.state()).toBe('closed');
  });

  it.each(['rejected', 'garbage'] as const)('is not opened by pictures that are %s', async (fault) => {
    const { breaker } = opened();
    for (let round = 0; round < 10; round += 1) await breaker.run(fails(fault)).catch(() => undefined);
    expect(breaker.state()).toBe('closed');
  });

  it('lets one call through when its time is up, and closes when that is answered', async () => {
    const { clock, breaker, open } = opened();
    await open();
    clock.pass(30_000);
    expect(breaker.state()).toBe('half-open');
    let answer = (_: string) => {};
    const probe = breaker.run(() => new Promise<string>((resolve) => (answer = resolve)));
    await expect(breaker.run(works)).rejects.toMatchObject({ fault: 'unreachable' });
    answer('back');
    expect(await probe).toBe('back');
    expect(breaker.state()).toBe('closed');
    expect(await breaker.run(works)).toBe('answer');
  });

  it('opens again for the whole time when the one call fails', async () => {
    const { clock, breaker, open } = opened();
    await open();
    clock.pass(30_000);
    await expect(breaker.run(fails('timeout'))).rejects.toMatchObject({ fault: 'timeout' });
    clock.pass(29_999);
    expect(breaker.state()).toBe('open');
    clock.pass(1);
    expect(breaker.state()).toBe('half-open');
  });

  it('lets another call through when the first was given up by its caller', async () => {
    const { clock, breaker, open } = opened();
    await open();
    clock.pass(30_000);
    const givenUp = breaker.run(async () => {
      throw new Error('the item was deleted');
    });
    await expect(givenUp).rejects.toThrow('deleted');
    expect(await breaker.run(works)).toBe('answer');
  });
});
