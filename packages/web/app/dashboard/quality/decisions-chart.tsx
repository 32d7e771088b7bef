import type { QualityDay, QualityPeriod } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';
import fieldStyles from '../../shared/ui/field.module.css';
import { DataTable } from '../ui/data-table.tsx';
import { ReadableBars } from '../ui/readable-bars.tsx';
import stackedBarsStyles from '../ui/stacked-bars.module.css';
import { barUnit, dayName, decisionBars, decisionsSentence } from './quality-labels.ts';

type DecisionsChartProps = { days: readonly QualityDay[]; period: QualityPeriod };

/** How many decisions agreed with the verdict and how many overturned it, and the same figures as a table that anybody can open. */
export function DecisionsChart({ days, period }: DecisionsChartProps) {
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
        <ReadableBars
          bars={decisionBars(days, period)}
          label={decisionsSentence(days, period)}
          hatch="data-hatch"
          upper="data"
          parts={{ lower: 'Agreed', upper: 'Overturned' }}
        />
        <details className={stackedBarsStyles.table}>
          <summary>Show as a table</summary>
          <DataTable
            hasRowHeaders
            caption={`Decisions by the ${period === 'all' ? 'month' : 'day'} of the verdict`}
            columns={[
              { header: period === 'all' ? 'Month (UTC)' : 'Day (UTC)', cell: ({ day }) => dayName(day, period) },
              { header: 'Agreed', className: 'figures', cell: ({ agreed }) => formatCount(agreed) },
              { header: 'Overturned', className: 'figures', cell: ({ overturned }) => formatCount(overturned) },
            ]}
            rows={days}
            rowKey={({ day }) => day}
          />
        </details>
        <p className={fieldStyles.hint} data-slot="field-hint">
          A decision counts on the day of its verdict, not on the day it was made.
        </p>
      </div>
    </section>
  );
}
