import { AppError } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Work that ends when it is told to, in the order in which it began. */
function bench() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, work, endNext: () => ends.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('run so much at once and the rest in the order in which it came', async () => {
    const { begun, work, endNext } = bench();
    const turns = createConcurrencyLimit({ atOnce: 2, waitingMax: 10, turnMs: 25 });
    const all = [1, 2, 3, 4].map((name) => turns.run(work(name)));
    await settled();
    expect(begun).toEqual([1, 2]);
    endNext();
    await settled();
    expect(begun).toEqual([1, 2, 3]);
    for (let n = 0; n < 3; n += 1) {
      endNext();
      await settled();
    }
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('AUTH-16 SEC-09 refuse at once what is over the line, with the time to wait, and take again when it is shorter', async () => {
    const { work, endNext } = bench();
    const turns = createConcurrencyLimit({ atOnce: 1, waitingMax: 2, turnMs: 500 });
    const all = [1, 2, 3].map((name) => turns.run(work(name)));
    const refused = await turns.run(work(4)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'busy', status: 503, retryAfterMs: 1_000 });
    expect(() => turns.requireRoom()).toThrow(AppError);
    endNext();
    await settled();
    turns.requireRoom();
    all.push(turns.run(work(5)));
    for (let n = 0; n < 3; n += 1) {
      endNext();
      await settled();
    }
    expect(await Promise.all(all)).toEqual([1, 2, 3, 5]);
  });

  it('go on after work that failed', async () => {
    const turns = createConcurrencyLimit({ atOnce: 1, waitingMax: 1, turnMs: 25 });
    await expect(turns.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run(async () => 'next')).toBe('next');
  });
});
