import { afterEach, describe, expect, it } from 'vitest';
import { createThreadPool } from '../src/threads/thread-pool.ts';
import { ThreadFailed, ThreadOverdue, type Threads } from '../src/threads/threads.ts';
import { addTask, endlessTask, faultyTask, greedyTask, patientTask } from './fixtures/tasks.ts';

const pools: Threads[] = [];
const pool = (size: number) => {
  const made = createThreadPool({ file: new URL('./fixtures/thread.ts', import.meta.url), size, heapMb: 32 });
  pools.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(pools.splice(0).map((one) => one.close()));
});

const soon = { key: 'a', budgetMs: 100 };
const later = { key: 'a', budgetMs: 20_000 };

describe('threads that compute on customers’ input', () => {
  it('SEC-06 answer what is asked, one task of an account at a time and all of them', async () => {
    const threads = pool(2);
    const sums = await Promise.all(
      Array.from({ length: 20 }, (_, n) => threads.run(addTask, [n, 1], { key: `${n % 3}`, budgetMs: 20_000 })),
    );
    expect(sums).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('SEC-06 end a task that does not notice that its time is over, and serve the next; the event loop goes on meanwhile', async () => {
    const threads = pool(1);
    await threads.run(addTask, [1, 1], later);
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    await expect(threads.run(endlessTask, null, soon)).rejects.toThrow(ThreadOverdue);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(5);
    expect(await threads.run(addTask, [2, 3], later)).toBe(5);
  });

  it('SEC-06 give a task its time, and what waited too long for a thread is told', async () => {
    const threads = pool(1);
    await threads.run(addTask, [1, 1], later);
    const endless = threads.run(endlessTask, null, { key: 'a', budgetMs: 400 });
    await expect(threads.run(addTask, [1, 1], { key: 'b', budgetMs: 1 })).rejects.toThrow(ThreadOverdue);
    await expect(endless).rejects.toThrow(ThreadOverdue);
    expect(await threads.run(patientTask, null, soon)).toBeGreaterThan(0);
  });

  it('SEC-06 leave a thread to other accounts while one account keeps another busy', async () => {
    const threads = pool(2);
    await threads.run(addTask, [1, 1], later);
    const busy = [1, 2, 3].map(() =>
      threads.run(endlessTask, null, { key: 'greedy', budgetMs: 3_000 }).catch((error: unknown) => error),
    );
    expect(await threads.run(addTask, [2, 2], { key: 'other', budgetMs: 2_500 })).toBe(4);
    expect((await Promise.all(busy)).every((error) => error instanceof ThreadOverdue)).toBe(true);
  });

  it('SEC-06 end with too much memory without ending the process, and throw what was thrown', async () => {
    const threads = pool(1);
    await expect(threads.run(greedyTask, null, later)).rejects.toThrow(ThreadFailed);
    await expect(threads.run(faultyTask, null, later)).rejects.toThrow('wrong from the start');
    expect(await threads.run(addTask, [2, 3], later)).toBe(5);
  });

  it('SEC-06 tell whoever waits when they are closed, or never come up', async () => {
    const threads = pool(1);
    const asked = threads.run(endlessTask, null, later);
    await Promise.all([expect(asked).rejects.toThrow(ThreadFailed), threads.close()]);
    const missing = createThreadPool({ file: new URL('./fixtures/none.ts', import.meta.url), size: 2, heapMb: 32 });
    await expect(missing.run(addTask, [1, 1], later)).rejects.toThrow(ThreadFailed);
  });
});
