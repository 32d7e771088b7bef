import { parseArgs } from 'node:util';
import { load, writeReport } from './fleet/report.ts';
import { bePatientFor } from './fleet/settle.ts';
import { upgrade } from './upgrade/upgrade.ts';

/**
 * The last version for one machine becomes this one while it is used (acceptance OPS-03): items, plans, legal holds and deliveries under
 * way, and no request that fails. `npm run prove upgrade -- [--size=1] [--seed=20261] [--keep] [--patience=60]`, as the proof of a fleet.
 */
const text = { type: 'string' } as const;
const options = { size: text, seed: text, patience: text, keep: { type: 'boolean' } } as const;
const { values } = parseArgs({ args: process.argv.slice(2), options });
const [size, seed] = [Number(values.size ?? 1), Number(values.seed ?? 20_261)];
bePatientFor(Number(values.patience ?? 60) * 1_000);
const loadBefore = load();
const outcome = await upgrade({ size, seed, print: (line) => console.log(`    ${line}`) });
if ('notRun' in outcome) {
  console.error(`not run: ${outcome.notRun}`);
  process.exitCode = 77;
} else {
  writeReport({ proof: 'upgrade', scenario: 'take-over', seed, size, loadBefore, ...outcome }, values.keep === true);
  process.exitCode = outcome.figures.every(({ holds }) => holds) ? 0 : 1;
}
