import { printable } from '../check/report.ts';
import type { Evaluation, NotCounted } from './evaluate.ts';
import { costRowsOf, flaggedNote, notes, type Row, rowsOf } from './rows.ts';

/** The evaluation for a terminal: one block a question, a column an analyser. */
export function tableOf(evaluation: Evaluation): string {
  const names = evaluation.analysers.map(({ name }) => name);
  const blocks = evaluation.sections.map((section) => {
    const leftOut = section.leftOut > 0 ? ` (${section.leftOut} left out: their labels do not say)` : '';
    return block(`${section.label}${leftOut}`, names, rowsOf(section));
  });
  const says = evaluation.sections.some(({ question }) => question === 'flagged') ? [...notes, flaggedNote] : notes;
  return [
    ...blocks,
    block('Time and cost', names, costRowsOf(evaluation.analysers)),
    listOf(evaluation.notCounted),
    says.join('\n'),
  ]
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('\n');
}

function block(title: string, names: readonly string[], rows: readonly Row[]): string {
  const lines = [{ name: title, cells: names }, ...rows.map((row) => ({ ...row, name: `  ${row.name}` }))];
  const first = Math.max(...lines.map(({ name }) => name.length));
  const widths = names.map((_, column) => Math.max(...lines.map(({ cells }) => cells[column]?.length ?? 0)));
  return lines
    .map(
      ({ name, cells }) => `${name.padEnd(first)}  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`,
    )
    .map((line) => line.trimEnd())
    .join('\n');
}

function listOf(notCounted: readonly NotCounted[]): string {
  if (notCounted.length === 0) return '';
  const lines = notCounted.map(
    ({ label, analyser, problem }) => `  ${printable(label)}: ${analyser ? `${analyser}: ` : ''}${problem}`,
  );
  return ['Not counted', ...lines].join('\n');
}
