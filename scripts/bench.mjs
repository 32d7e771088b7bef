/**
 * `npm run bench [names]`: the benches of `bench/` one after the other, on a machine that does nothing else, or those that are named. Each
 * keeps its figures in bench/measured.json, and docs/performance.md is written from them. One that cannot run here keeps its last ones.
 */
import { writeFileSync } from 'node:fs';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { run } from './lib/run.mjs';
import { makePerformance, performanceFile } from './make-performance.mjs';

/** Programs of each bench with what Node needs for them, in the order in which they run. */
export const benches = {
  cost: [['bench/cost/run.mjs']],
  engine: [['bench/engine/run.mjs']],
  pipeline: [['bench/pipeline/run.mjs', '5']],
  text: [['bench/text/run.mjs']],
  accuracy: [['bench/accuracy/run.mjs']],
  video: [['bench/video/run.mjs', '3', '1']],
  api: [['bench/api/run.mjs']],
  upload: [['bench/upload/run.mjs']],
  ledger: [['bench/ledger/run.mjs']],
  list: [['bench/list/run.mjs']],
  known: [['--expose-gc', 'bench/known/run.mjs']],
  'what-if': [['bench/what-if/run.mjs']],
  login: [['bench/login/run.mjs', '200']],
  bounds: [['bench/bounds/run.mjs']],
  doors: [['bench/doors/run.mjs']],
  web: [['bench/web/keys.mjs'], ['bench/web/lighthouse.mjs']],
};

async function runBenches(asked) {
  const unknown = asked.filter((name) => !(name in benches));
  if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}`);
  await ensureInstalled();
  await ensureWebBuilt();
  const failed = [];
  for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
    console.log(`── ${name} ──`);
    for (const program of benches[name]) {
      const { code } = await run(process.execPath, program, { env: { BENCH_RECORD: 'yes', MALLOC_ARENA_MAX: '1' } });
      if (code !== 0 && !failed.includes(name)) failed.push(name);
    }
  }
  writeFileSync(performanceFile, makePerformance());
  if (failed.length === 0) return;
  console.error(`Not run to the end, with a reason above: ${failed.join(', ')}`);
  process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename && (await underNewNode(import.meta.url))) await runBenches(process.argv.slice(2));
