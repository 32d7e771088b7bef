import { type DataExport, messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, FileSpreadsheet, X } from 'lucide-react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { formatCount, formatDate } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import exportsStyles from './exports.module.css';
import { type CsvExport, csvExportQuery, useCsvExport } from './use-csv-export.ts';

type CsvExportButtonProps = CsvExport & {
  /** What a line of the file is: "item", "items". */
  line: readonly [one: string, many: string];
};

const words = ({ state, done, total }: DataExport, [one, many]: CsvExportButtonProps['line']): string => {
  if (state === 'failed') return 'The CSV export failed';
  if (state === 'done') return `${formatCount(total)} ${total === 1 ? one : many}`;
  return total === 0 ? 'Collecting' : `${formatCount(done)} of ${formatCount(total)}`;
};

/** Makes a CSV file in the background, says how far it is, and offers it for saving. */
export function CsvExportButton({ line, ...wanted }: CsvExportButtonProps) {
  const made = useQuery(csvExportQuery(wanted.kind)).data ?? null;
  const { ask, save, remove } = useCsvExport(wanted);
  const isRunning = made?.state === 'queued' || made?.state === 'running';
  const problem = ask.error ?? save.error ?? remove.error;
  return (
    <div className={exportsStyles.csvExport}>
      {isRunning ? null : (
        <Button kind="ghost" size="small" busy={ask.isPending} onClick={() => ask.mutate()}>
          <Icon of={FileSpreadsheet} />
          {made?.state === 'failed' ? 'Export again' : 'Export CSV'}
        </Button>
      )}
      {isRunning ? <Meter label="Progress of the CSV export" value={made.done} max={Math.max(1, made.total)} /> : null}
      {made?.state === 'done' ? (
        <Button
          size="small"
          busy={save.isPending}
          onClick={() => save.mutate(made)}
          title={made.expiresAt ? `Kept until ${formatDate(made.expiresAt)}` : undefined}
        >
          <Icon of={Download} />
          Save CSV
        </Button>
      ) : null}
      <span className="muted" role="status">
        {made ? words(made, line) : ''}
      </span>
      {made ? (
        <Button
          kind="ghost"
          size="small"
          icon
          busy={remove.isPending}
          aria-label={isRunning ? 'Stop the CSV export' : 'Remove the CSV export'}
          onClick={() => remove.mutate(made)}
        >
          <Icon of={X} />
        </Button>
      ) : null}
      {problem ? (
        <span className={fieldStyles.error} data-slot="field-error" role="alert">
          {errorMessage(problem, messages.requestFailed)}
        </span>
      ) : null}
    </div>
  );
}
