import { expect, it } from 'vitest';
import { checkAll } from './check-all.ts';
import { startChecker } from './checker-process.ts';

const script = (name: string) => new URL(`../test/${name}.mjs`, import.meta.url);
const nowhere = { modelFolder: '/nowhere', analysers: [] };
const target = (path: string) => ({ label: path, source: { path } });

async function run(paths: string[], processes: number) {
  const seen: string[] = [];
  let started = 0;
  const start = () => {
    started++;
    return startChecker(script('crashing-checker'), nowhere);
  };
  await checkAll(paths.map(target), processes, start, ({ label, outcome }, done) => {
    seen.push(`${done} ${label}: ${'problem' in outcome ? outcome.problem : 'analysis'}`);
  });
  return { seen, started };
}

it('SEC-07 a file that ends the checking process is reported, the next ones are checked by another', async () => {
  const { seen, started } = await run(['a', 'crash', 'b'], 1);
  expect(seen).toEqual(['1 a: seen a', '2 crash: The analysis ended unexpectedly on this file', '3 b: seen b']);
  expect(started).toBe(2);
});

it('SEC-07 an answer that is no analysis is never believed', async () => {
  const { seen } = await run(['garbage', 'b'], 1);
  expect(seen).toEqual(['1 garbage: The analysis ended unexpectedly on this file', '2 b: seen b']);
});

it('reports in the order of the list, whichever process is quicker', async () => {
  const { seen } = await run(['a', 'crash', 'b', 'c', 'd'], 2);
  expect(seen.map((line) => line.split(':')[0])).toEqual(['1 a', '2 crash', '3 b', '4 c', '5 d']);
});

it('starts no process for targets that cannot be checked', async () => {
  const seen: unknown[] = [];
  const never = () => Promise.reject(new Error('started'));
  await checkAll([{ label: 'x', source: { problem: 'gone' } }], 1, never, (checked) => seen.push(checked));
  expect(seen).toEqual([{ label: 'x', outcome: { problem: 'gone' } }]);
});

it('fails as a whole when the model cannot be loaded', async () => {
  await expect(startChecker(script('broken-checker'), nowhere)).rejects.toThrow('the model is damaged');
});
