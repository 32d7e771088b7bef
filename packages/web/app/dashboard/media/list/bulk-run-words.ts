import type { BulkRun, ManualVerdict } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';
import { verbs } from '../decide/situation.ts';

const doing: Record<ManualVerdict, string> = { pass: 'Passing', fail: 'Failing' };

export const countOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`;

/** "Passing 243 items", "Failed 240 items". */
export function runTitle({ action, state, total, done, undone }: BulkRun): string {
  if (state === 'running') return `${doing[action]} ${countOf(total)}`;
  if (state === 'undoing') return `Undoing ${countOf(done + undone)}`;
  if (state === 'undone') return `Undid ${countOf(undone)}`;
  return `${verbs[action]} ${countOf(done)}`;
}

/** "Left out: 2 claimed by others, 1 decided meanwhile."; null = none. */
function leftOut({ left_out: { claimed, decided, failed } }: BulkRun): string | null {
  const parts = [
    claimed > 0 ? `${formatCount(claimed)} claimed by others` : null,
    decided > 0 ? `${formatCount(decided)} decided meanwhile` : null,
    failed > 0 ? `${formatCount(failed)} failed` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `Left out: ${parts.join(', ')}.`;
}

/** How far a run is, and what became of the rest. */
export function runDetails(run: BulkRun): string {
  const { state, total, done, undone, left_out } = run;
  const looked = done + left_out.claimed + left_out.decided + left_out.failed;
  const progress =
    state === 'running'
      ? `${formatCount(looked)} of ${formatCount(total)} done.`
      : state === 'undoing'
        ? `${formatCount(undone)} of ${formatCount(done + undone)} undone.`
        : state === 'cancelled' && looked < total
          ? `Cancelled. Undecided: ${countOf(total - looked)}.`
          : state === 'undone' && done > 0
            ? `${countOf(done)} could not be undone.`
            : null;
  return [progress, leftOut(run)].filter((part) => part !== null).join(' ');
}
