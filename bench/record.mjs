/** Keeps what a bench measured for docs/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'measured.json');
const loadBefore = loadavg()[0];

/**
 * Takes the place of what this bench kept before, where `npm run bench` runs it; alone it only prints.
 * @param {string} bench the folder
 * @param {{ id: string, what: string, value: number, unit: string, floor?: { what: string, value: number } }[]} figures
 *   `floor`: the bare thing beside it, measured in the same run, in the same unit
 */
export function record(bench, figures) {
  if (process.env.BENCH_RECORD !== 'yes') return;
  const wrong = figures.find(({ value, floor }) => ![value, floor?.value ?? 0].every(Number.isFinite));
  if (wrong) throw new Error(`${bench} measured no ${wrong.id}`);
  const on = `${cpus().length} × ${cpus()[0].model.trim()}, load ${loadBefore.toFixed(1)} before`;
  const date = new Date().toISOString().slice(0, 10);
  const ids = new Set(figures.map(({ id }) => id));
  const others = JSON.parse(readFileSync(file, 'utf8')).filter((one) => one.bench !== bench || !ids.has(one.id));
  const rounded = (value) => Number(value.toPrecision(4));
  const kept = figures.map(({ id, what, value, unit, floor }) => ({
    bench,
    id,
    what,
    value: rounded(value),
    unit,
    ...(floor ? { floor: { what: floor.what, value: rounded(floor.value) } } : {}),
    on,
    date,
  }));
  writeFileSync(file, `${JSON.stringify([...others, ...kept], null, 2)}\n`);
}
