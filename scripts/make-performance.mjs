/** `node scripts/make-performance.mjs` writes docs/performance.md from bench/measured.json, which `npm run bench` renews. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/root.mjs';

export const performanceFile = join(root, 'docs/performance.md');

/** What benches measured; the others in that file are for the page about scale. */
export const figures = JSON.parse(readFileSync(join(root, 'bench/measured.json'), 'utf8')).filter(({ bench }) => bench);

/** How many times the cost of the bare thing: more a second is less, and more of anything else is more. */
export const ratioOf = ({ value, unit, floor }) => (unit === 'a second' ? floor.value / value : value / floor.value);

const number = (value) => value.toLocaleString('en-GB', { maximumSignificantDigits: 4 });
const row = (...cells) => `| ${cells.join(' | ')} |`;

/** The page, as the figures say it. */
export function makePerformance() {
  const rows = figures.map((one) => {
    const { bench, what, value, unit, floor, on, date } = one;
    const [bare, ratio] = floor ? [`${floor.what}: ${number(floor.value)} ${unit}`, ratioOf(one).toFixed(2)] : ['–', '–'];
    return row(what, `${number(value)} ${unit}`, bare, ratio, on, date, `[bench/${bench}](../bench/${bench}/README.md)`);
  });
  return `# Performance

This page shows what Clearframe costs beside the bare thing, as our benches measured it.
\`npm run bench\` runs them all and renews the page.

\`\`\`sh
npm run bench             # all, on a machine that does nothing else
npm run bench api ledger  # some
\`\`\`

The floor is the least that could do the same job, measured in the same run. The ratio is the cost beside it: 1 is as cheap as the floor.
Figures of different machines do not compare. A bench that cannot run on a machine keeps its last figures.

${[row('what', 'figure', 'floor', 'ratio', 'machine', 'date', 'bench'), row(...Array(7).fill('---')), ...rows].join('\n')}
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(performanceFile, makePerformance());
