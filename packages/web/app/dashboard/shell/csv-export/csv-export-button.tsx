import type { DataExport } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { formatCount } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import exportsStyles from './exports.module.css';
import { MadeExport } from './made-export.tsx';
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
  return (
    <div className={exportsStyles.csvExport}>
      {isRunning ? null : (
        <Button kind="ghost" size="small" busy={ask.isPending} onClick={() => ask.mutate()}>
          <Icon of={FileSpreadsheet} />
          {made?.state === 'failed' ? 'Export again' : `Export ${format}`}
        </Button>
      )}
      {isRunning ? <Meter label={`Progress of the ${format} export`} value={made.done} max={Math.max(1, made.total)} /> : null}
      <MadeExport
        made={made}
        state={made ? words(made, { line, format }) : ''}
        thing={format}
        whole={`${format} export`}
        fault={ask.error}
        save={save}
        remove={remove}
      />
    </div>
  );
}
