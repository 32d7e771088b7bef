import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import listStyles from '../ui/list.module.css';
import { FilePicker } from './file-picker.tsx';
import { QueueRowItem } from './queue-row.tsx';
import { countQueue, type QueueCounts, queueMax, queueStage } from './queue-state.ts';
import uploadStyles from './upload.module.css';
import { usePastedFiles } from './use-pasted-files.ts';
import type { UploadQueue } from './use-upload-queue.ts';

/** "3 of 8 checked · 1 flagged · 1 failed". */
function queueLine({ files, settled, flagged, failed }: QueueCounts): string {
  const parts = [`${settled} of ${files} checked`];
  if (flagged > 0) parts.push(`${flagged} flagged`);
  if (failed > 0) parts.push(`${failed} not sent`);
  return parts.join(' · ');
}

/** Several files, each with its own result. */
export function QueueCard({ uploads }: { uploads: UploadQueue }) {
  const { queue, connected, add, retry, remove, clear } = uploads;
  const input = useRef<HTMLInputElement>(null);
  usePastedFiles((files) => void add(files));
  const counts = countQueue(queue);
  const finished = queueStage(queue) === 'sent';
  const full = queue.rows.length >= queueMax;
  return (
    <section className="card" aria-label="Queue">
      <div className="card-header">
        <h2>{queue.running ? queueLine(counts) : `${counts.files} ${counts.files === 1 ? 'image' : 'images'}`}</h2>
        <div className="row">
          {full ? null : (
            <Button size="small" onClick={() => input.current?.click()}>
              <Icon of={Plus} />
              Add images
            </Button>
          )}
          <FilePicker input={input} label="More image files" onFiles={(files) => void add(files)} />
        </div>
      </div>
      <ul className={listStyles.list}>
        {queue.rows.map((row) => (
          <QueueRowItem
            key={row.id}
            row={row}
            running={queue.running}
            connected={connected}
            onRetry={() => retry(row.id)}
            onRemove={() => remove(row.id)}
          />
        ))}
      </ul>
      {full ? (
        <p className={`${fieldStyles.hint} ${uploadStyles.queueFull}`} data-slot="field-hint">
          A queue holds {queueMax} files. Start another when this one is through.
        </p>
      ) : null}
      <div className="card-body row between wrap">
        <Button onClick={clear}>{finished ? 'Upload Another' : 'Clear the queue'}</Button>
        {finished ? (
          <LinkButton kind="primary" to="/dashboard/media">
            View All Content
          </LinkButton>
        ) : null}
      </div>
    </section>
  );
}
