import { MediaStage, mediaKinds } from '@clearframe/contract';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { formatBytes } from '../../shared/format/format.ts';
import { kindWord } from '../../shared/media/kind-word.ts';
import { MediaShot } from '../../shared/media/media-shot.tsx';
import { Preview } from '../../shared/media/preview.tsx';
import { stageWords } from '../../shared/media/upload-stages.ts';
import { StateBadge, VerdictBadge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import meterStyles from '../../shared/ui/meter.module.css';
import { Spinner } from '../../shared/ui/spinner.tsx';
import listStyles from '../ui/list.module.css';
import type { QueueRow } from './queue-state.ts';
import uploadStyles from './upload.module.css';
import type { UploadState } from './upload-state.ts';

/** The furthest stage that was heard of: "AI analysis". */
function stageOf(upload: UploadState & { phase: 'working' }): string {
  if (upload.sent < 1) return `Sending, ${Math.round(upload.sent * 100)} %`;
  const stage = MediaStage.options.findLast((name) => upload.times[name] !== undefined);
  return stage === undefined ? stageWords.queued : stageWords[stage];
}

type QueueRowProps = { row: QueueRow; running: boolean; connected: boolean; onRetry: () => void; onRemove: () => void };

/** One file of the queue: what it is, where it stands, and what can be done about it. */
export function QueueRowItem({ row, running, connected, onRetry, onRemove }: QueueRowProps) {
  const { file, kind, refusal, upload } = row;
  const facts = kind === null ? formatBytes(file.size) : `${kindWord(mediaKinds[kind].mimeType)} · ${formatBytes(file.size)}`;
  const waits = running && refusal === null && upload.phase === 'choosing';
  // Goes on by itself, so there is nothing to press.
  const held = !connected && (waits || (upload.phase === 'failed' && upload.unanswered));
  const fault = refusal ?? (upload.phase === 'failed' && !held ? upload.message : null);
  const isOver = upload.phase === 'failed' || upload.phase === 'timed_out';
  return (
    <li className={`${listStyles.item} ${uploadStyles.queueRow}`} data-slot="list-item">
      {upload.phase === 'done' ? (
        <MediaShot media={upload.media} size="small" pill={false} />
      ) : (
        <Preview file={kind === null ? null : file} name={file.name} onSides={() => {}} />
      )}
      <span className="grow">
        <span className={`${listStyles.title} truncate block`}>
          {upload.phase === 'done' ? (
            <Link className="link" to={`/dashboard/media/${upload.media.id}`}>
              {file.name}
            </Link>
          ) : (
            file.name
          )}
        </span>
        {fault === null ? (
          <small className="truncate block">{facts}</small>
        ) : (
          <small className={`${uploadStyles.queueFault} block`}>{fault}</small>
        )}
        {upload.phase === 'working' && upload.sent < 1 ? (
          <progress
            className={meterStyles.meter}
            data-slot="meter"
            aria-label={`Sent of ${file.name}`}
            max={1}
            value={upload.sent}
          />
        ) : null}
      </span>
      <span className="row" role="status">
        {upload.phase === 'working' ? (
          <>
            <Spinner />
            <span className="dim fine">{stageOf(upload)}</span>
          </>
        ) : null}
        {upload.phase === 'done' && upload.media.moderation === null ? <StateBadge state="not-checked" /> : null}
        {upload.phase === 'done' && upload.media.moderation ? <VerdictBadge item={upload.media} /> : null}
        {upload.phase === 'timed_out' ? <span className="dim fine">No answer yet</span> : null}
        {waits && !held ? <span className="dim fine">Waiting</span> : null}
        {held ? <span className="dim fine">Waiting for the connection</span> : null}
      </span>
      {isOver && !held && (upload.phase === 'timed_out' || upload.retryable) ? (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      ) : null}
      {upload.phase === 'choosing' || isOver ? (
        <Button kind="ghost" icon size="small" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          <Icon of={X} />
        </Button>
      ) : null}
    </li>
  );
}
