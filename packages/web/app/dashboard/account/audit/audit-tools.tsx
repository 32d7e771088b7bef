import { Button } from '../../../shared/ui/button.tsx';
import selectStyles from '../../ui/select.module.css';
import toolsStyles from '../../ui/tools.module.css';
import { type AuditFilters, auditActions } from './audit-address.ts';

type AuditToolsProps = { filters: AuditFilters; onChange: (filters: AuditFilters) => void };

/** What the log is narrowed to: an act, and days. */
export function AuditTools({ filters, onChange }: AuditToolsProps) {
  const choose = (name: keyof AuditFilters, value: string) => {
    const { [name]: _, ...others } = filters;
    onChange(value === '' ? others : { ...filters, [name]: value });
  };
  return (
    <div className={toolsStyles.tools}>
      <label className={selectStyles.select} data-slot="select">
        <span>Act</span>
        <select value={filters.action ?? ''} onChange={({ target }) => choose('action', target.value)}>
          <option value="">All acts</option>
          {auditActions.map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className={selectStyles.select} data-slot="select">
          <span>{name === 'from' ? 'From (UTC)' : 'To (UTC)'}</span>
          <input type="date" value={filters[name] ?? ''} onChange={({ target }) => choose(name, target.value)} />
        </label>
      ))}
      {Object.keys(filters).length > 0 ? (
        <Button kind="ghost" size="small" onClick={() => onChange({})}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}
