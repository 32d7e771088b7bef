import type { DataExport } from '@clearframe/contract';
import { Archive, CircleAlert, Download, Hourglass, Trash2, X } from 'lucide-react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import styles from './data.module.css';
import { useDeleteExport, useDownloadExport } from './data-queries.ts';
import { exportName, exportWords, isOpen } from './export-labels.ts';

const icons = { queued: Hourglass, running: Hourglass, done: Archive, failed: CircleAlert } as const;

/** Exports with their progress, their file and their end. */
export function ExportList({ exports }: { exports: readonly DataExport[] }) {
  const download = useDownloadExport();
  const remove = useDeleteExport();
  const fault = download.error ?? remove.error;
  return (
    <>
      {fault && !(fault instanceof NotConfirmed) ? (
        <Banner kind="error" title={remove.isError ? 'Could not remove the export' : 'Could not start the download'}>
          {errorMessage(fault, 'Check the connection and try again.')}
        </Banner>
      ) : null}
      <ul className={styles.exports}>
        {exports.map((one) => (
          <li key={one.id}>
            <Icon of={icons[one.state]} />
            <div className="grow">
              <b>{exportName(one)}</b>
              <p className="muted">{exportWords(one)}</p>
              {one.state === 'running' && one.total > 0 ? (
                <Meter label={`Progress of the ${exportName(one)}`} value={one.done} max={one.total} />
              ) : null}
            </div>
            {one.state === 'done' ? (
              <Button
                size="small"
                busy={download.isPending && download.variables.id === one.id}
                aria-label={`Download the ${exportName(one)}`}
                onClick={() => download.mutate(one)}
              >
                <Icon of={Download} />
                Download
              </Button>
            ) : null}
            <Button
              kind="ghost"
              size="small"
              icon
              busy={remove.isPending && remove.variables.id === one.id}
              aria-label={isOpen(one) ? `Stop the ${exportName(one)}` : `Remove the ${exportName(one)}`}
              onClick={() => remove.mutate(one)}
            >
              <Icon of={isOpen(one) ? X : Trash2} />
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
