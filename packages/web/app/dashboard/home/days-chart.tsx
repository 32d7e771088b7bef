import type { DayCounts } from '@clearframe/contract';
import { lazy, Suspense, useState } from 'react';
import { formatCount, formatDay } from '../../shared/format/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import styles from '../ui/stacked-bars.module.css';
import { StackedBars, type StackedBarsProps } from '../ui/stacked-bars.tsx';

/** Asked for by whoever points at the chart or presses its button: the first screen does without. A fault leaves the bars as they are. */
const VerdictBars = lazy(async () => ({
  default: await import('./reading/verdict-bars.tsx').then(
    (made) => made.VerdictBars,
    () => StackedBars,
  ),
}));

const name = (day: string) => formatDay(`${day}T00:00:00Z`, 'UTC');

/** "Checked uploads a day over 14 days: between 40 and 141, 43 flagged in total." */
function sentenceOf(days: readonly DayCounts[]): string {
  const totals = days.map(({ safe, flagged }) => safe + flagged);
  const flagged = days.reduce((sum, day) => sum + day.flagged, 0);
  const range = `between ${formatCount(Math.min(...totals))} and ${formatCount(Math.max(...totals))}`;
  return `Checked uploads a day over ${days.length} days: ${range}, ${formatCount(flagged)} flagged in total`;
}

const columns: readonly Column<DayCounts>[] = [
  { header: 'Day', cell: ({ day }) => name(day) },
  { header: 'Safe', cell: ({ safe }) => safe },
  { header: 'Flagged', cell: ({ flagged }) => flagged },
];

/** Safe and flagged uploads of the last days. Flagged is hatched, not only red; the same figures follow as a table for readers. */
export function DaysChart({ days }: { days: readonly DayCounts[] }) {
  return (
    <section className="card">
      <div className="card-header">
        <h2>Last {days.length} days</h2>
        <div className={styles.legend} aria-hidden="true">
          <span>
            <i />
            Safe
          </span>
          <span>
            <i className={styles.flaggedKey} />
            Flagged
          </span>
        </div>
      </div>
      <div className="card-body">
        <LateBars
          bars={days.map(({ day, safe, flagged }) => ({ key: day, label: name(day), lower: safe, upper: flagged }))}
          label={sentenceOf(days)}
          hatch="flagged-hatch"
          upper="flagged"
        />
        <DataTable
          isHidden
          hasRowHeaders
          caption="Checked uploads a day"
          columns={columns}
          rows={days}
          rowKey={({ day }) => day}
        />
      </div>
    </section>
  );
}

function LateBars(chart: StackedBarsProps) {
  const [start, setStart] = useState<number | 'newest' | null>(null);
  const plain = (
    <>
      <StackedBars {...chart} />
      <p className={styles.read}>
        <button type="button" className="link" onClick={() => setStart('newest')}>
          Read the values
        </button>
      </p>
    </>
  );
  if (start === null)
    return (
      <div
        onPointerEnter={({ pointerType, clientX }) => {
          if (pointerType === 'mouse') setStart(clientX);
        }}
        onPointerUp={({ target, clientX }) => {
          if (target instanceof Element && !target.closest('button')) setStart(clientX);
        }}
      >
        {plain}
      </div>
    );
  return (
    <Suspense fallback={plain}>
      <VerdictBars {...chart} start={start} />
    </Suspense>
  );
}
