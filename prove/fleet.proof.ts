import { parseArgs } from 'node:util';
import { load, writeReport } from './fleet/report.ts';
import { scenarios } from './fleet/scenarios.ts';
import { bePatientFor } from './fleet/settle.ts';

/**
 * A fleet on real engines, while parts of it are killed, cut off, frozen, replaced (acceptance OPS-03, OPS-04).
 * `npm run prove fleet -- [scenarios] [--size=1] [--seed=20261] [--keep] [--patience=60]`: 1 is as large as the design asks for; `--keep`
 * writes the report beside the sources, where `docs/scale.md` is made of it; so many seconds may pass without progress.
 */
const notRun = 77;
const text = { type: 'string' } as const;
const options = { size: text, seed: text, patience: text, keep: { type: 'boolean' } } as const;
const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
const [size, seed] = [Number(values.size ?? 1), Number(values.seed ?? 20_261)];
const patience = Number(values.patience ?? 60);
const known = [...scenarios.keys()];
const unknown = positionals.filter((name) => !scenarios.has(name));
if (unknown.length > 0 || !(size > 0) || !(patience > 0) || !Number.isInteger(seed)) {
  console.error(
    `Not accepted: ${process.argv.slice(2).join(' ')}. Scenarios: ${known.join(', ')}; --size=0.02; --seed=7; --keep`,
  );
  process.exit(1);
}
bePatientFor(patience * 1_000);
const ends: number[] = [];
for (const scenario of positionals.length > 0 ? positionals : known) {
  console.log(`fleet, ${scenario}:`);
  const loadBefore = load();
  const outcome = await scenarios.get(scenario)?.({ size, seed, print: (line) => console.log(`    ${line}`) });
  if (!outcome) continue;
  if ('notRun' in outcome) {
    console.error(`not run: ${outcome.notRun}`);
    ends.push(notRun);
    continue;
  }
  writeReport({ proof: 'fleet', scenario, seed, size, loadBefore, ...outcome }, values.keep === true);
  ends.push(outcome.figures.every(({ holds }) => holds) ? 0 : 1);
}
process.exitCode = ends.find((code) => code === 1) ?? ends.find((code) => code === notRun) ?? 0;
