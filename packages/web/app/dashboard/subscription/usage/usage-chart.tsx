import type { UsageDay } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';
import styles from '../../ui/stacked-bars.module.css';
import { StackedBars } from '../../ui/stacked-bars.tsx';
import { dayName, usageBars, usageSentence } from './usage-labels.ts';

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
        <StackedBars bars={bars} label={usageSentence(bars, days.length)} hatch="data-hatch" upper="data" />
        <details className={styles.table}>
          <summary>Show as a table</summary>
          <table className="tbl">
            <caption className="visually-hidden">Frames a day (UTC)</caption>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                <th scope="col">Dashboard</th>
                <th scope="col">API</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, dashboard, api, unknown }) => (
                <tr key={day}>
                  <th scope="row">{dayName(day)}</th>
                  <td className="figures" data-l="Dashboard">
                    {formatCount(dashboard + unknown)}
                  </td>
                  <td className="figures" data-l="API">
                    {formatCount(api)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </section>
  );
}
