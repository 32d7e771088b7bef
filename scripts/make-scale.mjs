/**
 * `node scripts/make-scale.mjs` writes docs/scale.md from what was measured: bench/measured.json, and the reports in prove/measured that
 * `npm run prove fleet -- --keep` leaves.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/root.mjs';

export const scaleFile = join(root, 'docs/scale.md');
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
/** Those of benches stand in docs/performance.md. */
export const inputs = readJson('bench/measured.json').filter(({ says }) => says);

/** Prices and limits of others, which nobody measured here. */
const paper = [
  { id: 'putDollars', what: 'A million PUT requests to S3', value: 5, unit: '$' },
  { id: 'terabyteDollars', what: 'A terabyte in S3 for a month', value: 23, unit: '$' },
  { id: 'coreHourDollars', what: 'A core for an hour', value: 0.045, unit: '$' },
  { id: 'originalMegabytes', what: 'A picture as people send it', value: 1, unit: 'MB' },
];
const figureOf = (id) => [...inputs, ...paper].find((one) => one.id === id).value;

const number = (value, digits = 0) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** As seen from docs/. */
const addressOf = (source) => (source.startsWith('docs/') ? source.slice('docs/'.length) : `../${source}`);
const link = (source) => `[${source.replace(/(\/README)?\.md$/, '')}](${addressOf(source)})`;
const row = (...cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(...head), row(...head.map(() => '---')), ...rows].join('\n');

/** Cores that so many pictures a second keep busy, from the figure of one core. */
const analysisCores = (rate) => (rate * figureOf('pictureCpuMs')) / 1000;
const httpCores = (rate) => rate / (figureOf('uploadsASecond') / 2);
const terabytesADay = (rate) => (rate * 86_400 * figureOf('originalMegabytes')) / 1e6;
const cores = (value) => number(value, value < 10 ? 1 : 0);

/** What is thought of each rate beside what can be computed: the first thing that ends, and what is done about it. */
const rates = [
  { rate: 10, first: 'Processor time of the analysis', change: 'Nothing: one machine with two cores' },
  { rate: 100, first: 'Processor time, then the disk', change: 'Analysis machines beside the first one; files in S3' },
  {
    rate: 1_000,
    first: 'Commits of the database, then the queue; the row of one account',
    change: 'A standby, PgBouncer, retention, statements in groups',
  },
  {
    rate: 10_000,
    first: 'The write-ahead log of one primary',
    change: 'Several installations, each with a part of the accounts; nothing in this repository does that',
  },
];

const capacity = () =>
  table(
    ['pictures a second', 'cores that analyse', 'cores that answer', 'originals a day', 'first bottleneck', 'what changes'],
    rates.map(({ rate, first, change }) =>
      row(
        number(rate),
        `${cores(analysisCores(rate))} (${link('bench/cost/README.md')})`,
        `${cores(httpCores(rate))} (${link('bench/api/README.md')})`,
        `${number(terabytesADay(rate), rate < 100 ? 1 : 0)} TB (paper)`,
        `${first} (paper)`,
        change,
      ),
    ),
  );

const costs = () => {
  const hours = (1e6 * figureOf('pictureCpuMs')) / 3.6e6;
  return table(
    ['of a million pictures', 'amount', 'dollars (paper)'],
    [
      row(
        'analysis',
        `${number(hours, 1)} core-hours (${link('bench/cost/README.md')})`,
        number(hours * figureOf('coreHourDollars'), 2),
      ),
      row('PUT requests', `2 a picture ([085](decisions/085-two-puts-a-picture.md))`, number(2 * figureOf('putDollars'), 2)),
      row('originals, a month', `${number(figureOf('originalMegabytes'))} TB (paper)`, number(figureOf('terabyteDollars'), 2)),
    ],
  );
};

const measuredInputs = () =>
  table(
    ['what', 'figure', 'on', 'source'],
    [
      ...inputs.map(({ what, value, unit, on, source }) =>
        row(what, `${value.toLocaleString('en-GB')} ${unit}`, on, link(source)),
      ),
      ...paper.map(({ what, value, unit }) => row(what, `${unit === '$' ? `$${value}` : `${value} ${unit}`}`, '–', 'paper')),
    ],
  );

export const reports = () =>
  readdirSync(join(root, 'prove/measured'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ file: `prove/measured/${name}`, ...readJson(`prove/measured/${name}`) }));

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function proofOf({ file, proof, scenario, at, seed, size, machine, setup, figures }) {
  const said = [
    `### ${proof}: ${scenario}`,
    `Size ${size}, seed ${seed}, ${at.slice(0, 10)}, ${machine.cores} cores (${machine.model}). The load average was`,
    `${machine.loadBefore} before and ${machine.loadAfter} after. Source: ${link(file)}.`,
    '',
    `${setup}.`,
    '',
    table(
      ['figure', 'measured', 'must hold', ''],
      figures.map(({ what, measured, must, holds }) =>
        row(cell(what), cell(measured), cell(must), must === '–' ? '' : holds ? '✓' : '✗'),
      ),
    ),
  ];
  return said.join('\n').replace(/^(### .*)\n/, '$1\n\n');
}

export const makeScale = () => `# Scale

You can see here what a machine carries, what a fleet needs, and what was measured.
\`node scripts/make-scale.mjs\` writes this page from the measured figures. "Paper" marks prices, estimates and ideas.

## Inputs

${measuredInputs()}

## Capacity

The cores are computed from figures of an idle machine, without reserve. Nobody ran 1,000 pictures a second here.

${capacity()}

A model on a GPU saves the classifier's share alone. Decoding, copies and reading stay on the processor.

## Costs

${costs()}

## Proofs

Each table shows one run of \`npm run prove fleet\` or \`npm run prove upgrade\`. A size of 1 is the full proof.
Where the load is higher than the number of cores, other work ran beside the proof. Compare no times of such runs.

${reports().map(proofOf).join('\n\n')}
`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(scaleFile, makeScale());
