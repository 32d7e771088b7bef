import { type MediaKind, mediaKinds } from '@clearframe/contract';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../shared/format/format.ts';
import { kindWord } from '../../shared/media/kind-word.ts';
import { Preview } from '../../shared/media/preview.tsx';
import { StageList } from '../../shared/media/stage-list.tsx';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import meterStyles from '../../shared/ui/meter.module.css';
import veilStyles from '../../shared/ui/veil.module.css';
import { Corners } from '../../shared/ui/veil.tsx';
import uploadStyles from './upload.module.css';
import type { UploadState } from './upload-state.ts';

export type Picked = { file: File; kind: MediaKind } | { url: string };

type PickedCardProps = {
  picked: Picked;
  state: UploadState;
  onRemove: () => void;
  onCancel: () => void;
};

/** The picture at hand: before, while and after it is sent. */
export function PickedCard({ picked, state, onRemove, onCancel }: PickedCardProps) {
  const [sides, setSides] = useState<{ width: number; height: number } | null>(null);
  const file = 'file' in picked ? picked.file : null;
  const name = 'file' in picked ? picked.file.name : picked.url;
  const facts =
    'file' in picked
      ? [
          kindWord(mediaKinds[picked.kind].mimeType),
          formatBytes(picked.file.size),
          ...(sides ? [`${sides.width} × ${sides.height}`] : []),
        ]
      : ['Fetched by the server'];
  const working = state.phase === 'working';
  const card = useRef<HTMLElement>(null);
  // The pressed button is gone: the focus goes where the stages are, which a phone would leave above the screen.
  useEffect(() => {
    if (!working) return;
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [working]);
  return (
    <section className="card" aria-label="Chosen image" ref={card} tabIndex={-1}>
      <div className={uploadStyles.well}>
        <div className="frame">
          <Preview file={file} name={name} onSides={setSides}>
            {working ? <i className={veilStyles.scanline} /> : null}
          </Preview>
          <Corners />
        </div>
      </div>
      <div className={`card-body ${uploadStyles.picked}`}>
        <div className="row between">
          <div className="grow">
            <b className="truncate block strong">{name}</b>
            <span className="dim">{facts.join(' · ')}</span>
          </div>
          {working && state.sent < 1 ? (
            <Button size="small" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
          {working ? null : (
            <Button size="small" onClick={onRemove}>
              {state.phase === 'timed_out' ? 'Upload Another' : 'Remove'}
            </Button>
          )}
        </div>
        {working ? (
          <progress className={meterStyles.meter} data-slot="meter" aria-label="Sent" max={1} value={state.sent} />
        ) : null}
        {working || state.phase === 'timed_out' ? <StageList times={state.times} running={working} /> : null}
        {working && state.sent === 1 ? (
          <p className={fieldStyles.hint} data-slot="field-hint">
            You can leave this page: the verdict also lands in Content Review.
          </p>
        ) : null}
      </div>
    </section>
  );
}
