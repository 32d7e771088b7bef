import { categories, wilson } from '@clearframe/contract';
import { z } from 'zod';
import file from '../../../../../docs/accuracy.json?raw';

const Count = z.int().min(0);
const Copies = z.array(z.object({ copy: z.string(), found: Count, of: Count, farthest: Count }));

/** What `node bench/accuracy/run.mjs` writes. */
const Measured = z.object({
  day: z.iso.date(),
  on: z.string(),
  classifier: z.object({
    pictures: Count,
    questions: z.array(
      z.object({
        question: z.string(),
        limit: z.number(),
        positives: Count,
        negatives: Count,
        confusion: z.object({
          true_positives: Count,
          false_positives: Count,
          false_negatives: Count,
          true_negatives: Count,
        }),
      }),
    ),
  }),
  text: z.array(z.object({ size: Count, pictures: Count, words: Count, found: Count })),
  copies: z.object({
    photographs: Count,
    made: Count,
    usual: Copies,
    hard: Copies,
    unrelated: z.object({ pictures: Count, pairs: Count, matches: Count, nearest: Count }),
  }),
});
const measured = Measured.parse(JSON.parse(file));

const percent = (value: number) => (100 * value).toFixed(value === 0 || value === 1 ? 0 : 1);

/** "73 of 75: 97.3 % (90.8–99.3)". The range is Wilson's, 95 %. */
export function shareText(hits: number, n: number): string {
  const { low, high } = wilson(hits, n);
  return `${hits} of ${n}: ${percent(hits / n)} % (${percent(low)}–${percent(high)})`;
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0);

const labels: Record<string, string> = {
  flagged: 'The verdict',
  ...Object.fromEntries(Object.entries(categories).map(([name, { label }]) => [name, label])),
};

const classifier = table(
  ['Question', 'Limit', 'Found', 'Wrongly flagged'],
  measured.classifier.questions.map(({ question, limit, positives, negatives, confusion }) => [
    labels[question] ?? question,
    question === 'flagged' ? 'the flag limits' : String(limit),
    shareText(confusion.true_positives, positives),
    shareText(confusion.false_positives, negatives),
  ]),
);

const text = table(
  ['Height of the letters', 'Pictures', 'Words found'],
  [
    ...measured.text.map(({ size, pictures, words, found }) => [`${size} pixels`, String(pictures), shareText(found, words)]),
    [
      'All',
      String(sum(measured.text, ({ pictures }) => pictures)),
      shareText(
        sum(measured.text, ({ found }) => found),
        sum(measured.text, ({ words }) => words),
      ),
    ],
  ],
);

/** Ways of copying that differ by a number only are one row. */
const groups: [string, RegExp][] = [
  ['Saved again as JPEG, quality 30 to 90', /^JPEG/],
  ['Saved again as WebP, quality 30 to 90', /^WebP/],
  ['Saved again as PNG', /^PNG$/],
  ['Resized, 25 % to 200 %', /^\d+ %$/],
  ['With a watermark', /^mark$/],
  ['Mirrored', /^mirror$/],
  ['Mirrored, half as large, with a watermark', /^mirror,/],
];
const usual = groups.map(([name, pattern]) => {
  const rows = measured.copies.usual.filter(({ copy }) => pattern.test(copy));
  const found = sum(rows, (row) => row.found);
  return [
    name,
    shareText(
      found,
      sum(rows, ({ of }) => of),
    ),
  ];
});
const hard = measured.copies.hard.map(({ copy, found, of }) => [copy[0]?.toUpperCase() + copy.slice(1), shareText(found, of)]);

const { pictures, pairs, matches, nearest } = measured.copies.unrelated;
const count = (value: number) => value.toLocaleString('en');

/** What the accuracy page names by `{{accuracy.…}}`, all of it from one file. */
export const accuracyFigures: Readonly<Record<string, string>> = {
  'accuracy.day': measured.day,
  'accuracy.on': measured.on,
  'accuracy.labelled': count(measured.classifier.pictures),
  'accuracy.classifier': classifier,
  'accuracy.text': text,
  'accuracy.copied': count(measured.copies.photographs + measured.copies.made),
  'accuracy.photographs': count(measured.copies.photographs),
  'accuracy.made': count(measured.copies.made),
  'accuracy.copies': table(['Copy', 'Recognised'], usual),
  'accuracy.hard': table(['Copy', 'Recognised'], hard),
  'accuracy.unrelated': count(pictures),
  'accuracy.pairs': count(pairs),
  'accuracy.matches': matches === 0 ? 'none' : count(matches),
  'accuracy.nearest': count(nearest),
};
