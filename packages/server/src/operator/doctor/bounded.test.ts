import { expect, it } from 'vitest';
import { bounded } from './bounded.ts';
import { ok } from './finding.ts';

const checked = { check: 'one', mend: 'Mend it.' };
const never = new Promise<never>(() => undefined);

it('OPS-04 reports a check that hangs as a fault, and gives back one that ends', async () => {
  const hung = await bounded({ ...checked, work: () => never }, 1);
  expect(hung).toEqual([{ check: 'one', level: 'fault', found: 'No answer within 0.001 s.', mend: 'Mend it.' }]);
  const fine = ok('two', 'All is well.');
  expect(await bounded({ ...checked, work: async () => [fine] }, 60_000)).toEqual([fine]);
});

it('OPS-04 reports a check that throws, at once or later, by its cause', async () => {
  const error = new Error('Failed query: select 1', { cause: new Error('permission denied') });
  const work = async () => Promise.reject(error);
  expect(await bounded({ ...checked, work }, 60_000)).toMatchObject([{ level: 'fault', found: 'permission denied.' }]);
  const atOnce = () => {
    throw new Error('broken.');
  };
  expect(await bounded({ ...checked, work: atOnce }, 60_000)).toMatchObject([{ level: 'fault', found: 'broken.' }]);
});
