import type { MediaUpload } from '@clearframe/contract';
import { ScanText } from 'lucide-react';
import { formatSeconds } from '../../../shared/format/format.ts';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { isVideo } from '../../../shared/media/is-video.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { AiFindings } from '../../../shared/verdict/ai-findings.tsx';
import { isUnseen } from '../../../shared/verdict/verdict-sentences.ts';
import { LateWriting } from './late-writing.tsx';
import { placedLines } from './placed-lines.ts';

type WhatTheModelSawProps = { media: MediaUpload; showsPlaces: boolean; onPlaces: (shows: boolean) => void };

/** The card "What the model saw"; nothing before the analysis, and where none was made. */
export function WhatTheModelSaw({ media, showsPlaces, onPlaces }: WhatTheModelSawProps) {
  const { moderation, analysis_metadata: run } = media;
  if (moderation === null || isUnseen(moderation)) return null;
  const hasPlaces = placedLines(media).length > 0 && !isOutOfSight(media) && !isVideo(media);
  return (
    <section className="card">
      <div className="card-header">
        <h2>What the model saw</h2>
        {run ? <span className="eyebrow">{formatSeconds(run.processing_time_ms)}</span> : null}
      </div>
      <div className="card-body stack-5">
        <AiFindings ai={moderation.ai_analysis} isVideo={isVideo(media)} />
        <LateWriting key={media.id} media={media} />
        {hasPlaces ? (
          <div>
            <Button kind="secondary" size="small" onClick={() => onPlaces(!showsPlaces)}>
              <Icon of={ScanText} /> {showsPlaces ? 'Hide the outlines' : 'Outline the text in the picture'}
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}
