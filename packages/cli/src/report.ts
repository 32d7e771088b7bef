import { stripVTControlCharacters, styleText } from 'node:util';
import { categories, categoryNames, POLICY_VERSION } from '@clearframe/contract';
import type { Checked } from './check-all.ts';
import { strongestCategory, type Verdict, verdictOf } from './verdict.ts';

/** Where text goes; a terminal, a pipe or, in tests, a string. */
export type Output = { write(text: string): unknown; isTTY?: boolean };

const looks = {
  flagged: { glyph: '✗', colour: 'red' },
  review: { glyph: '?', colour: 'yellow' },
  safe: { glyph: '✓', colour: 'green' },
  error: { glyph: '!', colour: 'magenta' },
} as const;

/** One line a picture: verdict, the score that matters most, name. Names are cleaned: they may hold commands for the terminal. */
export function lineOf(checked: Checked, out: Output): string {
  const verdict = verdictOf(checked.outcome);
  const { glyph, colour } = looks[verdict];
  const word = paint(`${glyph} ${verdict.padEnd(8)}`, colour, out);
  return `${word}${detailOf(checked).padEnd(28)}${printable(checked.label)}\n`;
}

function detailOf({ outcome }: Checked): string {
  if ('problem' in outcome) return `${outcome.problem}  `;
  const strongest = strongestCategory(outcome.analysis.scores);
  return strongest ? `${strongest.label} ${strongest.score.toFixed(2)}` : '';
}

/** What closes a list: the counts, and which categories the verdicts are about. */
export function summaryOf(all: readonly Checked[]): string {
  const counts = new Map<Verdict, number>();
  for (const { outcome } of all) counts.set(verdictOf(outcome), (counts.get(verdictOf(outcome)) ?? 0) + 1);
  const words = { flagged: 'flagged', review: 'to review', safe: 'safe', error: 'not checked' };
  const line = (Object.keys(words) as Verdict[]).flatMap((name) =>
    counts.has(name) ? [`${counts.get(name)} ${words[name]}`] : [],
  );
  return `\n${line.join(', ')}\n${coverageOf(all)}`;
}

function coverageOf(all: readonly Checked[]): string {
  const analysed = all.flatMap(({ outcome }) => ('analysis' in outcome ? [outcome.analysis] : []));
  const [first] = analysed;
  if (!first) return '';
  const list = (assessed: boolean) =>
    categoryNames
      .filter((name) => (first.coverage[name] === 'assessed') === assessed)
      .map((name) => categories[name].label.toLowerCase());
  return `Assessed: ${list(true).join(', ')}.\nNot assessed: ${list(false).join(', ')}.\n`;
}

/** All results as one JSON document. `verdict` is flagged, review, safe or error; `analysis` is null for an error. */
export function jsonOf(all: readonly Checked[]): string {
  const results = all.map(({ label, outcome }) => ({
    target: label,
    verdict: verdictOf(outcome),
    error: 'problem' in outcome ? outcome.problem : null,
    analysis: 'analysis' in outcome ? outcome.analysis : null,
  }));
  return `${JSON.stringify({ policy_version: POLICY_VERSION, results }, null, 2)}\n`;
}

/** A bar on one line, rewritten in place; for a terminal only. */
export function progressOf(done: number, total: number): string {
  const width = 24;
  const filled = Math.floor((done / total) * width);
  return `\r\x1b[2K[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${done} of ${total}`;
}

export const clearProgress = '\r\x1b[2K';

/** Names may hold commands for the terminal. */
export const printable = (text: string) => stripVTControlCharacters(text).replace(/\p{Cc}/gu, '�');

function paint(text: string, colour: 'red' | 'yellow' | 'green' | 'magenta', out: Output): string {
  return out.isTTY ? styleText(colour, text) : text;
}
