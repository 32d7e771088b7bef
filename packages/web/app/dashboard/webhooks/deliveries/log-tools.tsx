import { Button } from '../../../shared/ui/button.tsx';
import segmentsStyles from '../../ui/segments.module.css';
import selectStyles from '../../ui/select.module.css';
import toolsStyles from '../../ui/tools.module.css';
import type { LogFilters } from '../hooks/log-address.ts';

const states = [
  ['All', undefined],
  ['Failed', 'failed'],
  ['Pending', 'pending'],
  ['Sent', 'sent'],
] as const;

type LogToolsProps = { filters: LogFilters; onChange: (filters: LogFilters) => void };

/** What the log is narrowed to: a state and a day. */
export function LogTools({ filters, onChange }: LogToolsProps) {
  const { status: _, ...anyStatus } = filters;
  const { day: __, ...anyDay } = filters;
  return (
    <div className={toolsStyles.tools}>
      <fieldset className={segmentsStyles.segments} data-slot="segments" aria-label="Filter by status">
        {states.map(([word, status]) => (
          <button
            key={word}
            type="button"
            aria-pressed={filters.status === status}
            onClick={() => onChange(status === undefined ? anyStatus : { ...filters, status })}
          >
            {word}
          </button>
        ))}
      </fieldset>
      <label className={selectStyles.select} data-slot="select">
        <span>Day (UTC)</span>
        <input
          type="date"
          value={filters.day ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? anyDay : { ...filters, day: target.value })}
        />
      </label>
      {filters.status !== undefined || filters.day !== undefined ? (
        <Button kind="ghost" size="small" onClick={() => onChange({})}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}
