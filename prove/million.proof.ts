import { measureMillion } from './million.ts';

/**
 * A million items made by SQL: every list, count and figure, deletions and sweeps. No answer may take more than 2 s, and nobody may wait
 * for a lock for longer. A smaller number of items may follow, and a folder that keeps the data.
 */
const [items = '1000000', dataDir] = process.argv.slice(2);
const mostMs = 2_000;
const result = await measureMillion({
  items: Number(items),
  ...(dataDir === undefined ? {} : { dataDir }),
  print: (line) => console.log(line),
});
const slow = result.reads.filter(({ ms }) => ms > mostMs).map(({ name }) => name);
const refused = result.reads.filter(({ status }) => status >= 400).map(({ name }) => name);
const locked = result.phases.filter(({ wait }) => wait.ms > mostMs).map(({ name }) => name);
const held = result.phases.flatMap(({ name, others }) =>
  others.filter(({ ms }) => ms > mostMs).map((one) => `${name}: ${one.name}`),
);
console.log(JSON.stringify({ ...result, slow, refused, locked, held }));
process.exitCode = slow.length + refused.length + locked.length + held.length === 0 ? 0 : 1;
