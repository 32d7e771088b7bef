import type { UsageDay } from '@clearframe/contract';
import { formatCount } from '../../format.ts';
import { StackedBars } from '../../ui/stacked-bars.tsx';
import { dayName, usageBars, usageSentence } from './usage-words.ts';

/** Frames a day as bars, and the same figures as a table that anybody can open. */
export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const bars = usageBars(days);
  return (
    <section className="card">
      <div className="card-h">
        <h2>{bars.length === days.length ? 'Frames a day' : 'Frames a week'}</h2>
        <div className="legend" aria-hidden="true">
          <span>
            <i />
            Dashboard
          </span>
          <span>
            <i className="l-data" />
            API
          </span>
        </div>
      </div>
      <div className="card-b">
        <StackedBars bars={bars} label={usageSentence(bars, days.length)} hatch="data-hatch" upperClass="hatched-data" />
        <details className="chart-table">
          <summary>Show as a table</summary>
          <table className="tbl">
            <caption className="sr">Frames a day (UTC)</caption>
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
                  <td className="num" data-l="Dashboard">
                    {formatCount(dashboard + unknown)}
                  </td>
                  <td className="num" data-l="API">
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
