import { expect, it } from 'vitest';
import { createReporter } from './report-troubles.ts';

it('OPS-04 tells the same trouble once in ten seconds, whichever worker met it, and others beside it', () => {
  let now = 0;
  const told: string[] = [];
  const report = createReporter(
    (error, where) => told.push(`${now} ${where}: ${error instanceof Error ? error.message : ''}`),
    () => now,
  );
  const away = (worker: string) => report({ message: `away (Queue: sweep, Worker: ${worker})` }, 'queue');
  for (now of [0, 5_000, 9_999, 10_000, 19_999, 20_000]) away(String(now));
  report(new Error('away'), 'sweep');
  expect(told.map((line) => line.replace(/ \(.*/, ''))).toEqual([
    ...['0 queue: away', '10000 queue: away', '20000 queue: away'],
    '20000 sweep: away',
  ]);
});
