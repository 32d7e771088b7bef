import type { QualityDay, QualityPeriod } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';
import fieldStyles from '../../shared/ui/field.module.css';
import stackedBarsStyles from '../ui/stacked-bars.module.css';
import { StackedBars } from '../ui/stacked-bars.tsx';
import { barUnit, dayName, decisionBars, decisionsSentence } from './quality-labels.ts';

type DecisionsChartProps = { days: readonly QualityDay[]; period: QualityPeriod };

/** How many decisions agreed with the verdict and how many overturned it, and the same figures as a table that anybody can open. */
export function DecisionsChart({ days, period }: DecisionsChartProps) {
  const each = period === 'all' ? 'Month (UTC)' : 'Day (UTC)';
  return (
    <section className="card">
      <div className="card-header">
        <h2>Decisions a {barUnit(days, period)}</h2>
        <div className={stackedBarsStyles.legend} aria-hidden="true">
          <span>
            <i />
            Agreed
          </span>
          <span>
            <i className={stackedBarsStyles.dataKey} />
            Overturned
          </span>
        </div>
      </div>
      <div className="card-body">
        <StackedBars bars={decisionBars(days, period)} label={decisionsSentence(days, period)} hatch="data-hatch" upper="data" />
        <details className={stackedBarsStyles.table}>
          <summary>Show as a table</summary>
          <table className="tbl">
            <caption className="visually-hidden">Decisions by the {period === 'all' ? 'month' : 'day'} of the verdict</caption>
            <thead>
              <tr>
                <th scope="col">{each}</th>
                <th scope="col">Agreed</th>
                <th scope="col">Overturned</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, agreed, overturned }) => (
                <tr key={day}>
                  <th scope="row">{dayName(day, period)}</th>
                  <td className="figures" data-l="Agreed">
                    {formatCount(agreed)}
                  </td>
                  <td className="figures" data-l="Overturned">
                    {formatCount(overturned)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
        <p className={fieldStyles.hint} data-slot="field-hint">
          A decision counts on the day of the verdict that it is about, not on the day it was made.
        </p>
      </div>
    </section>
  );
}
