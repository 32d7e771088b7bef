import { stripVTControlCharacters, styleText } from 'node:util';
import { categories, categoryNames, POLICY_VERSION } from '@clearframe/contract';
import type { Checked } from '../check-all.ts';
import { strongestCategory, type Verdict, verdictOf } from '../verdict.ts';
import { cutMiddle, pad } from './columns.ts';

/** Where text goes; a terminal, a pipe or, in tests, a string. */
export type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number };

/** How a list is written. */
export type Look = {
  colour: boolean;
  /** Columns of the terminal; null = a pipe, which gets whole names. */
  width: number | null;
};

/** NO_COLOR takes the colours of a terminal away, whatever it holds (no-color.org). */
export function lookOf(out: Output, variables: Readonly<Record<string, string | undefined>> = {}): Look {
  const isTerminal = out.isTTY === true;
  return { colour: isTerminal && !variables.NO_COLOR, width: isTerminal ? (out.columns ?? 80) : null };
}

/** In the order of a list: what asks for a person comes first, and a failure never stands among the safe ones. */
const verdicts = {
  flagged: { word: '✗ flagged', colour: 'red', count: 'flagged' },
  review: { word: '? review', colour: 'yellow', count: 'to review' },
  error: { word: '! not checked', colour: 'magenta', count: 'not checked' },
  safe: { word: '✓ safe', colour: 'green', count: 'safe' },
} as const satisfies Record<Verdict, object>;

const order = ['flagged', 'review', 'error', 'safe'] as const;

/** The likeliest first, by verdict and then by its score; equal ones stay in the order in which they were named. */
export function byLikelihood(all: readonly Checked[]): Checked[] {
  const rank = ({ outcome }: Checked) => order.indexOf(verdictOf(outcome));
  const score = ({ outcome }: Checked) => ('analysis' in outcome ? (strongestCategory(outcome.analysis.scores)?.score ?? 0) : 0);
  return all.toSorted((one, other) => rank(one) - rank(other) || score(other) - score(one));
}

/** Verdict, reason and score stand in columns of these widths, the name behind them. */
const widths = { verdict: 15, reason: 25, score: 7 };
const NAME_LEAST = 16;

/** One line a picture. Names are cleaned: they may hold commands for the terminal. */
export function rowOf({ label, outcome }: Checked, { colour, width }: Look): string {
  const { word, colour: hue } = verdicts[verdictOf(outcome)];
  const strongest = 'analysis' in outcome ? strongestCategory(outcome.analysis.scores) : null;
  const reason = 'problem' in outcome ? 'see below' : (strongest?.label ?? '');
  const score = strongest ? strongest.score.toFixed(2) : '';
  const room = width === null ? null : Math.max(NAME_LEAST, width - widths.verdict - widths.reason - widths.score);
  const name = room === null ? printable(label) : cutMiddle(printable(label), room);
  const verdict = pad(word, widths.verdict);
  const painted = colour ? styleText(hue, verdict, { validateStream: false }) : verdict;
  return `${painted}${pad(reason, widths.reason)}${pad(score, widths.score)}${name}\n`;
}

/** The whole list as a table, with the sentences of what failed below it. */
export function tableOf(all: readonly Checked[], look: Look): string {
  const heads = `${pad('Verdict', widths.verdict)}${pad('Likeliest', widths.reason)}${pad('Score', widths.score)}Picture\n`;
  return `${heads}${byLikelihood(all)
    .map((checked) => rowOf(checked, look))
    .join('')}${problemsOf(all)}`;
}

/** What failed and why, with whole names. */
export function problemsOf(all: readonly Checked[]): string {
  const failed = all.flatMap(({ label, outcome }) =>
    'problem' in outcome ? [`  ${printable(label)}: ${printable(outcome.problem)}\n`] : [],
  );
  return failed.length > 0 ? `\nNot checked:\n${failed.join('')}` : '';
}

/** What closes a list: the counts, and which categories the verdicts are about. */
export function summaryOf(all: readonly Checked[]): string {
  const found = Map.groupBy(all, ({ outcome }) => verdictOf(outcome));
  const line = order.flatMap((name) => (found.has(name) ? [`${found.get(name)?.length} ${verdicts[name].count}`] : []));
  return `\n${line.join(', ')}\n${coverageOf(all)}`;
}

/** Which categories the verdicts are about; empty where nothing was analysed. */
export function coverageOf(all: readonly Checked[]): string {
  const analysed = all.flatMap(({ outcome }) => ('analysis' in outcome ? [outcome.analysis] : []));
  const [first] = analysed;
  if (!first) return '';
  const list = (assessed: boolean) =>
    categoryNames
      .filter((name) => (first.coverage[name] === 'assessed') === assessed)
      .map((name) => categories[name].label.toLowerCase());
  return `Assessed: ${list(true).join(', ')}.\nNot assessed: ${list(false).join(', ')}.\n`;
}

/**
 * All results as one JSON document, in the order of the command. `verdict` is flagged, review, safe or error; `analysis` is null for
 * an error.
 */
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
export const printable = (text: string) => stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '�');
