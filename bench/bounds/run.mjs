/**
 * The longest that computations on customers' input take, each with the worst input that its bounds let in: the figures of docs/limits.md.
 * Run: node bench/bounds/run.mjs   (no server, no database)
 */
import { loadavg } from 'node:os';
import {
  defaultPolicy,
  defaultThresholds,
  endpoints,
  judgeScores,
  keywordFinder,
  policyChanges,
  tidyKeywords,
} from '@clearframe/contract';
import { checkNewPassword } from '../../packages/server/src/accounts/check-new-password.ts';
import { invoicePdf } from '../../packages/server/src/billing/invoice-pdf.ts';
import { csvLine } from '../../packages/server/src/exports/csv-line.ts';
import { linePieces } from '../../packages/server/src/known-pictures/line-pieces.ts';
import { readKnownLinesTask } from '../../packages/server/src/known-pictures/read-known-lines.ts';
import { checkKeywords } from '../../packages/server/src/moderation/judge/check-keywords.ts';
import { readUploadTexts } from '../../packages/server/src/moderation/upload/upload-texts.ts';
import { readRange } from '../../packages/server/src/routes/media/read-range.ts';
import { isDeeperThan } from '../../packages/server/src/security/json-depth.ts';
import { record } from '../record.mjs';

const ROUNDS = 7;
const results = [];
/** Times a computation in so many rounds, the first of which warms up and counts too: a server meets it cold. */
async function measure(name, work) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  const [middle, slowest] = [times[ROUNDS >> 1], times[ROUNDS - 1]];
  results.push({ name, middle, slowest });
  console.log(`${name.padEnd(76)}${middle.toFixed(1).padStart(8)} ms (slowest ${slowest.toFixed(1)})`);
}
/** The worst of several inputs. */
async function worst(name, inputs, work) {
  let found = { input: '', middle: -1, slowest: 0 };
  for (const [input, value] of Object.entries(inputs)) {
    const times = [];
    for (let round = 0; round < 3; round += 1) {
      const started = performance.now();
      try {
        await work(value);
      } catch {
        // A refusal is an answer too.
      }
      times.push(performance.now() - started);
    }
    times.sort((one, other) => one - other);
    if (times[1] > found.middle) found = { input, middle: times[1], slowest: times[2] };
  }
  console.log(
    `${`${name} (${found.input})`.padEnd(76)}${found.middle.toFixed(1).padStart(8)} ms (slowest ${found.slowest.toFixed(1)})`,
  );
}

let seed = 1;
const random = () => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const word = (length) => Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
const prose = (length) => {
  let text = '';
  while (text.length < length) text += `${word(2 + Math.floor(random() * 8))}${random() < 0.1 ? '.\n' : ' '}`;
  return text.slice(0, length);
};
const list = (count, match, make) => Array.from({ length: count }, (_, n) => ({ text: make(n), match }));

console.log(`load ${loadavg()[0].toFixed(1)}; medians of ${ROUNDS} rounds\n`);

console.log('Keywords');
const text = prose(15_000);
for (const leetspeak of [false, true]) {
  for (const [name, match, make] of [
    ['keywords anywhere', 'partial', () => word(8)],
    ['whole words', 'whole_word', () => word(8)],
    ['wildcards', 'wildcard', () => `${word(5)}*${word(3)}`],
  ]) {
    const rules = list(1_000, match, make);
    await measure(`1,000 ${name} on 15,000 characters${leetspeak ? ', with look-alikes' : ''}`, () =>
      keywordFinder(rules, leetspeak)(text),
    );
  }
}
const longest = ['a '.repeat(2_500), 'a'.repeat(5_000), 'a b'.repeat(10_000), 'a.'.repeat(2_500), 'bоmb '.repeat(500)].join(
  '\u001f',
);
const hostile = {
  '49 stars': list(1_000, 'wildcard', (n) => `${'*a'.repeat(48)}*${String(n).padStart(3, 'b')}`),
  '4 stars': list(
    1_000,
    'wildcard',
    (n) => `*${'a'.repeat(24)}*${'a '.repeat(12)}*${'a'.repeat(24)}*${'a '.repeat(11)}${n % 2 ? 'b' : 'a'}`,
  ),
  'whole words': list(1_000, 'whole_word', (n) => `${'a '.repeat(49)}${n % 2 ? 'b' : 'aa'}`),
  partial: list(1_000, 'partial', (n) => `${'a'.repeat(n % 50)}b${'a'.repeat(50 - (n % 50))}`),
};
await worst(`1,000 hostile keywords on all texts of an item, ${longest.length} characters`, hostile, (forbidden) =>
  checkKeywords(longest, { forbidden, required: [], leetspeak: true }),
);
const unspaced = {
  Thai: 'ฉันมีปืนอยู่'.repeat(3_000),
  Chinese: '这是定时炸弹东京都'.repeat(4_000),
  marks: `b${'\u0336'.repeat(36_000)}`,
  ligatures: 'ﷺ'.repeat(5_000),
};
await worst('1,000 whole words on 36,000 characters without blanks', unspaced, (value) =>
  checkKeywords(value, {
    forbidden: list(1_000, 'whole_word', (n) => `弹${n}`).concat({ text: 'ปืน', match: 'whole_word' }),
    required: [],
    leetspeak: true,
  }),
);
const words500 = Array.from({ length: 500 }, () => word(100));
await measure('tidying a list of 500 keywords before it is saved', () => tidyKeywords(words500));
const keywords = {
  required: list(500, 'partial', () => word(100)),
  forbidden: list(500, 'partial', () => word(100)),
  leetspeak: false,
};
await measure('what one version of a policy changed, both lists full', () =>
  policyChanges(defaultPolicy, { ...defaultPolicy, keywords }),
);
const scores = Object.fromEntries(Object.keys(defaultThresholds()).map((name) => [name, 0.5]));
await measure('what-if: 500 items judged by scores, twice each', () => {
  for (let n = 0; n < 1_000; n += 1) judgeScores(scores, defaultThresholds());
});

console.log('\nLists of known pictures');
const hash = word(64).replace(/[g-z]/g, '0');
const piece = (line, size = 327_680) => Buffer.from(line.repeat(Math.ceil(size / line.length)).slice(0, size));
const pieces = {
  right: piece(`${hash},90,note\n`),
  'notes of quotes': piece(`${hash},90,"${'""'.repeat(900)}"\n`),
  wrong: piece('x\n'),
  'empty lines': piece('\n'),
  commas: piece(`${','.repeat(2_000)}\n`),
};
await worst('in a thread: a piece of 320 kB', pieces, (bytes) =>
  readKnownLinesTask.run({ bytes, first: 1, linesMax: 200_000, faultsMax: 20 }, () => false),
);
async function* chunks(line) {
  const chunk = piece(line, 65_536);
  for (let n = 0; n < 511; n += 1) yield chunk;
}
for (const [name, line] of [
  ['one line', 'x'],
  ['newlines', '\n'],
])
  await measure(`in the event loop: 32 MB cut into pieces (${name}), 512 chunks together`, async () => {
    for await (const _ of linePieces(chunks(line)));
  });

console.log('\nRequests');
const json = 262_144;
const bodies = {
  deep: '['.repeat(json / 2) + ']'.repeat(json / 2),
  wide: `[${'[],'.repeat(json / 3 - 2)}[]]`,
  numbers: `[${'1,'.repeat(json / 2 - 2)}1]`,
};
await worst('JSON of 256 kB: parsed, depth checked', bodies, (body) => isDeeperThan(JSON.parse(body), 12));
const evil = {
  a: 'a'.repeat(json),
  'a.': 'a.'.repeat(json / 2),
  'a@a.': `a@${'a.'.repeat(json / 2)}`,
  'a-': `a@${'a-'.repeat(json / 2)}.`,
  blanks: ' '.repeat(json),
  newlines: `${'\n'.repeat(json)}x`,
  marks: 'e\u0301'.repeat(json / 3),
  address: `http://${'a'.repeat(json)}`,
  slashes: `http://${'/'.repeat(json)}`,
  percent: `http://a/${'%41'.repeat(json / 3)}`,
  digits: '1'.repeat(json),
  ligatures: 'ﷺ'.repeat(json / 3),
};
const fieldsOf = (schema) => Object.keys(schema?.shape ?? schema?.def?.in?.shape ?? {});
let slowestField = { ms: 0, what: '' };
let fields = 0;
for (const [name, endpoint] of Object.entries(endpoints)) {
  for (const part of ['body', 'query', 'params']) {
    const schema = endpoint[part];
    for (const field of fieldsOf(schema)) {
      fields += 1;
      for (const [kind, value] of Object.entries(evil)) {
        // An address has at most 16 kB, with the headers (Node).
        const sent = part === 'body' ? value : value.slice(0, 16_384);
        for (const given of [sent, [sent]]) {
          // The shorter of two: the machine may have been busy with something else.
          let ms = Number.POSITIVE_INFINITY;
          for (let round = 0; round < 2; round += 1) {
            const started = performance.now();
            schema.safeParse({ [field]: given });
            ms = Math.min(ms, performance.now() - started);
          }
          if (ms > slowestField.ms) slowestField = { ms, what: `${name}.${field}, ${kind}` };
        }
      }
    }
  }
}
const tried = `${fields} fields of all calls, each with ${Object.keys(evil).length} hostile texts: the slowest (${slowestField.what})`;
console.log(`${tried.padEnd(76)}${slowestField.ms.toFixed(1).padStart(8)} ms`);
const forms = {
  texts: { title: 'a'.repeat(200), caption: ' \n'.repeat(2_500), description: 'ﷺ'.repeat(5_000), tags: 'a,'.repeat(5_000) },
  tags: { tags: ','.repeat(1_048_576) },
  'deep metadata': { metadata: '['.repeat(8_192) + ']'.repeat(8_192) },
  'wide metadata': { metadata: `{${Array.from({ length: 1_500 }, (_, n) => `"a${n}":1`).join(',')}}` },
};
await worst('text fields of an upload', forms, readUploadTexts);
const ranges = {
  digits: `bytes=${'1'.repeat(16_000)}-`,
  commas: `bytes=${'0-1,'.repeat(4_000)}`,
  blanks: `bytes=${' '.repeat(16_000)}-`,
};
await worst('header Range', ranges, (header) => readRange(header, 1_000_000));
const passwords = { signs: '!'.repeat(128), 'signs and letters': `a${'!'.repeat(126)}a`, ligatures: 'ﷺ'.repeat(128) };
await worst('a new password', passwords, (password) =>
  checkNewPassword(password, { name: 'a b '.repeat(25), email: `${'a.'.repeat(120)}@example.com` }),
);

console.log('\nFiles');
const cells = {
  newlines: '\n'.repeat(5_000),
  'blanks behind ;': `;${' '.repeat(4_999)}`,
  quotes: '"'.repeat(5_000),
  formulas: ';='.repeat(2_500),
};
await worst('a line of CSV with every text at its longest', cells, (value) => csvLine(Array.from({ length: 24 }, () => value)));
const day = new Date('2026-11-22T00:00:00Z');
const invoice = {
  id: 'x',
  number: 1,
  accountId: null,
  paymentId: 'x',
  issuedAt: day,
  provider: 'sandbox',
  planId: 'starter',
  periodStart: day,
  periodEnd: day,
  amountCents: 6_000,
  currency: 'USD',
  buyerName: 'W '.repeat(50),
  buyerEmail: `${'w'.repeat(242)}@example.com`,
  cardLast4: null,
  seller: { name: 'Seller', address: 'Street 1\nTown', taxId: null, taxPercent: null, email: null },
};
await measure('an invoice as PDF', () => invoicePdf(invoice));
console.log(`\nload ${loadavg()[0].toFixed(1)}`);
const slowest = results.reduce((most, one) => (one.middle > most.middle ? one : most));
record('bounds', [
  { id: 'slowest', what: `The slowest computation on one input: ${slowest.name}`, value: slowest.middle, unit: 'ms' },
]);
