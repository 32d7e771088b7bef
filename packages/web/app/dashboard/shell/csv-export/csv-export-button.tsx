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
  format?: 'CSV' | 'JSON Lines';
};

const words = (
  { state, done, total }: DataExport,
  { line: [one, many], format = 'CSV' }: Pick<CsvExportButtonProps, 'line' | 'format'>,
): string => {
  if (state === 'failed') return `The ${format} export failed`;
  if (state === 'done') return `${formatCount(total)} ${total === 1 ? one : many}`;
  return total === 0 ? 'Collecting' : `${formatCount(done)} of ${formatCount(total)}`;
};

/** Makes a file of lines in the background, says how far it is, and offers it for saving. */
export function CsvExportButton({ line, format = 'CSV', ...wanted }: CsvExportButtonProps) {
  const made = useQuery(csvExportQuery(wanted.kind)).data ?? null;
  const { ask, save, remove } = useCsvExport(wanted);
  const isRunning = made?.state === 'queued' || made?.state === 'running';
  const problem = ask.error ?? save.error ?? remove.error;
  return (
    <div className={exportsStyles.csvExport}>
      {isRunning ? null : (
        <Button kind="ghost" size="small" busy={ask.isPending} onClick={() => ask.mutate()}>
          <Icon of={FileSpreadsheet} />
          {made?.state === 'failed' ? 'Export again' : `Export ${format}`}
        </Button>
      )}
      {isRunning ? <Meter label={`Progress of the ${format} export`} value={made.done} max={Math.max(1, made.total)} /> : null}
      {made?.state === 'done' ? (
        <Button
          size="small"
          busy={save.isPending}
          onClick={() => save.mutate(made)}
          title={made.expiresAt ? `Kept until ${formatDate(made.expiresAt)}` : undefined}
        >
          <Icon of={Download} />
          Save {format}
        </Button>
      ) : null}
      <span className="muted" role="status">
        {made ? words(made, { line, format }) : ''}
      </span>
      {made ? (
        <Button
          kind="ghost"
          size="small"
          icon
          busy={remove.isPending}
          aria-label={isRunning ? `Stop the ${format} export` : `Remove the ${format} export`}
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
