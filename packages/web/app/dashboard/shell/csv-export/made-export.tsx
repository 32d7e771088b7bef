import { type DataExport, messages } from '@clearframe/contract';
import { Download, X } from 'lucide-react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { formatDate } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { useCsvExport } from './use-csv-export.ts';

type MadeExportProps = Pick<ReturnType<typeof useCsvExport>, 'save' | 'remove'> & {
  made: DataExport | null;
  /** How far it is, in words. */
  state: string;
  /** After "Save": "CSV", "report". */
  thing: string;
  /** After "Stop the" and "Remove the": "CSV export", "report". */
  whole: string;
  /** What went wrong when it was asked for. */
  fault: Error | null;
};

/** A file that is made in the background: how far it is, to save, to stop or to remove. */
export function MadeExport({ made, state, thing, whole, fault, save, remove }: MadeExportProps) {
  const isRunning = made?.state === 'queued' || made?.state === 'running';
  const problem = fault ?? save.error ?? remove.error;
  return (
    <>
      {made?.state === 'done' ? (
        <Button
          size="small"
          busy={save.isPending}
          onClick={() => save.mutate(made)}
          title={made.expiresAt ? `Kept until ${formatDate(made.expiresAt)}` : undefined}
        >
          <Icon of={Download} />
          Save {thing}
        </Button>
      ) : null}
      <span className="muted" role="status">
        {made ? state : ''}
      </span>
      {made ? (
        <Button
          kind="ghost"
          size="small"
          icon
          busy={remove.isPending}
          aria-label={isRunning ? `Stop the ${whole}` : `Remove the ${whole}`}
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
    </>
  );
}
