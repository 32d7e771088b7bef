import { type DataExport, type TransparencyQuery, transparencyEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FileText } from 'lucide-react';
import { call } from '../../shared/api/api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { MadeExport } from '../shell/csv-export/made-export.tsx';
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
  const isRunning = made?.state === 'queued' || made?.state === 'running';
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
      <MadeExport
        made={made}
        state={made ? words(made) : ''}
        thing="report"
        whole="report"
        fault={csv.ask.error ?? html.ask.error}
        save={csv.save}
        remove={csv.remove}
      />
    </div>
  );
}
