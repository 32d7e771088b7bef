import { type DataExport, messages, type TransparencyQuery, transparencyEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, FileSpreadsheet, FileText, X } from 'lucide-react';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { csvExportQuery, useCsvExport } from '../shell/csv-export/use-csv-export.ts';
import styles from './transparency.module.css';

const words = ({ state }: DataExport) => {
  if (state === 'done') return 'Your report is ready';
  return state === 'failed' ? 'The report failed' : 'Making the report';
};

/** Makes a report of the period in the background, as figures or as a page to print, and offers it for saving. */
export function ReportButtons({ period }: { period: TransparencyQuery }) {
  const made = useQuery(csvExportQuery('transparency')).data ?? null;
  const askFor = (format: 'csv' | 'html') => () =>
    call(transparencyEndpoints.reportTransparency, { body: { ...period, format } });
  const csv = useCsvExport({ kind: 'transparency', ask: askFor('csv') });
  const html = useCsvExport({ kind: 'transparency', ask: askFor('html') });
  const { save, remove } = csv;
  const isRunning = made?.state === 'queued' || made?.state === 'running';
  const problem = csv.ask.error ?? html.ask.error ?? save.error ?? remove.error;
  return (
    <div className={styles.buttons}>
      {isRunning ? null : (
        <>
          <Button kind="ghost" size="small" busy={csv.ask.isPending} onClick={() => csv.ask.mutate()}>
            <Icon of={FileSpreadsheet} />
            Export CSV
          </Button>
          <Button kind="ghost" size="small" busy={html.ask.isPending} onClick={() => html.ask.mutate()}>
            <Icon of={FileText} />
            Export page
          </Button>
        </>
      )}
      {made?.state === 'done' ? (
        <Button size="small" busy={save.isPending} onClick={() => save.mutate(made)}>
          <Icon of={Download} />
          Save report
        </Button>
      ) : null}
      <span className="muted" role="status">
        {made ? words(made) : ''}
      </span>
      {made ? (
        <Button
          kind="ghost"
          size="small"
          icon
          busy={remove.isPending}
          aria-label={isRunning ? 'Stop the report' : 'Remove the report'}
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
