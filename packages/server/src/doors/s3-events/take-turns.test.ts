import { expect, it } from 'vitest';
import { z } from 'zod';
import type { S3SourceRow } from './s3-reader.ts';
import { takeTurns } from './take-turns.ts';

const sourceOf = (name: string) => z.custom<S3SourceRow>().parse({ id: `bucket of ${name}`, accountId: name });

/** Buckets with one turn of work each. A slow one ends its turn when it is told to. */
function begin(slow: readonly string[]) {
  const due = new Map<string, number>();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let at = 0;
  let lookAgain = (): void => undefined;
  const turn = async ({ accountId }: S3SourceRow) => {
    begun.push(accountId);
    const left = (due.get(accountId) ?? 0) - 1;
    if (slow.includes(accountId)) await new Promise<void>((resolve) => ends.set(accountId, resolve));
    if (left > 0) due.set(accountId, left);
    else due.delete(accountId);
    return 1;
  };
  const pace = {
    now: () => at,
    look: () =>
      new Promise<void>((resolve) => {
        lookAgain = resolve;
      }),
  };
  const start = () => takeTurns(new AbortController().signal, async () => [...due.keys()].map(sourceOf), turn, pace);
  return {
    begun,
    start,
    come: (...names: string[]) => names.forEach((name) => void due.set(name, (due.get(name) ?? 0) + 1)),
    /** Time passes, and what came meanwhile is looked for. */
    async pass(ms: number) {
      at += ms;
      lookAgain();
      for (let tick = 0; tick < 50; tick += 1) await Promise.resolve();
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

const names = (count: number, prefix: string) => Array.from({ length: count }, (_, place) => `${prefix}${place}`);

it('DOOR-A7 gives others their turns although six accounts are slow, and comes back to those', async () => {
  const slow = names(6, 'slow');
  const { begun, come, end, pass, start } = begin(slow);
  come(...slow, ...slow);
  const all = start();
  await pass(2_000);
  expect(begun).toEqual(slow);
  come('a', 'b');
  await pass(2_000);
  expect(begun).toEqual(slow);
  await pass(10_000);
  expect(begun).toEqual([...slow, 'a', 'b']);
  for (const name of slow) end(name);
  await pass(2_000);
  expect(begun.slice(8)).toEqual(slow);
  // Known by now: the others need not find out again.
  come('c', 'd', 'e', 'f', 'g', 'h');
  await pass(2_000);
  expect(begun.slice(14)).toEqual(['c', 'd', 'e', 'f', 'g', 'h']);
  for (const name of slow) end(name);
  await pass(2_000);
  expect(await all).toBe(20);
});

it('DOOR-A7 holds a bounded number of turns, however many accounts are slow', async () => {
  const slow = names(40, 'slow');
  const { begun, come, end, pass, start } = begin(slow);
  come(...slow);
  const all = start();
  for (let looked = 0; looked < 10; looked += 1) await pass(11_000);
  expect(begun).toHaveLength(24);
  for (let looked = 0; looked < 10; looked += 1) {
    for (const name of slow) end(name);
    await pass(1_000);
  }
  expect(await all).toBe(40);
});
