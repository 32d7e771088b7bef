import type { UsageDay } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ReadableBars } from '../../ui/readable-bars.tsx';
import styles from '../../ui/stacked-bars.module.css';
import { dayName, usageBars, usageSentence } from './usage-labels.ts';

const columns: readonly Column<UsageDay>[] = [
  { header: 'Day (UTC)', cell: ({ day }) => dayName(day) },
  { header: 'Dashboard', className: 'figures', cell: ({ dashboard, unknown }) => formatCount(dashboard + unknown) },
  { header: 'API', className: 'figures', cell: ({ api, check }) => formatCount(api + check) },
];

/** Frames a day as bars, and the same figures as a table that anybody can open. */
export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const bars = usageBars(days);
  return (
    <section className="card">
      <div className="card-header">
        <h2>{bars.length === days.length ? 'Frames a day' : 'Frames a week'}</h2>
        <div className={styles.legend} aria-hidden="true">
          <span>
            <i />
            Dashboard
          </span>
          <span>
            <i className={styles.dataKey} />
            API
          </span>
        </div>
      </div>
      <div className="card-body">
        <ReadableBars
          bars={bars}
          label={usageSentence(bars, days.length)}
          hatch="data-hatch"
          upper="data"
          parts={{ lower: 'Dashboard', upper: 'API' }}
        />
        <details className={styles.table}>
          <summary>Show as a table</summary>
          <DataTable hasRowHeaders caption="Frames a day (UTC)" columns={columns} rows={days} rowKey={({ day }) => day} />
        </details>
      </div>
    </section>
  );
}
