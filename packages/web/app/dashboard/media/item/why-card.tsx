import type { MediaUpload } from '@clearframe/contract';
import { ScanText } from 'lucide-react';
import { Suspense } from 'react';
import { formatSeconds } from '../../../shared/format/format.ts';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { isVideo } from '../../../shared/media/is-video.ts';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { part } from '../../../shared/ui/part.tsx';
import { AiFindings } from '../../../shared/verdict/ai-findings.tsx';
import { KeywordFindings } from '../../../shared/verdict/keyword-findings.tsx';
import { isUnseen } from '../../../shared/verdict/verdict-sentences.ts';
import { CoverageDetails } from './coverage-details.tsx';
import { LateWriting } from './late-writing.tsx';
import { placedLines } from './placed-lines.ts';
import styles from './why-card.module.css';
import { whyTitle } from './why-title.ts';

/** Few items look like a known picture. */
const KnownPicture = part(async () => (await import('./known-picture.tsx')).KnownPicture);

type WhyCardProps = {
  media: MediaUpload;
  showsPlaces: boolean;
  onPlaces: (shows: boolean) => void;
  onCompare: (() => void) | undefined;
};

/** All evidence of an analysis in one card: known picture, scores, text, keywords and coverage. Nothing before the analysis. */
export function WhyCard({ media, showsPlaces, onPlaces, onCompare }: WhyCardProps) {
  const { moderation, analysis_metadata: run } = media;
  if (moderation === null) return null;
  const isSeen = !isUnseen(moderation);
  const hasPlaces = placedLines(media).length > 0 && !isOutOfSight(media) && !isVideo(media);
  return (
    <section className="card">
      <div className="card-header">
        <h2>{whyTitle(media, moderation)}</h2>
        {run && isSeen ? <span className="eyebrow">{formatSeconds(run.processing_time_ms)}</span> : null}
      </div>
      <div className="card-body stack-5">
        {moderation.match ? (
          <div key={`match of ${media.id}`} className={styles.known}>
            <Suspense>
              <KnownPicture match={moderation.match} onCompare={onCompare} />
            </Suspense>
          </div>
        ) : null}
        {isSeen ? (
          <>
            <AiFindings ai={moderation.ai_analysis} isVideo={isVideo(media)} />
            <LateWriting key={media.id} media={media} />
            {hasPlaces ? (
              <div>
                <Button kind="secondary" size="small" onClick={() => onPlaces(!showsPlaces)}>
                  <Icon of={ScanText} /> {showsPlaces ? 'Hide the outlines' : 'Outline the text in the picture'}
                </Button>
              </div>
            ) : null}
            <div key={`keywords of ${media.id}`} className="stack-3">
              <div className="row">
                <h3>Keyword check</h3>
                <StateBadge state={moderation.keyword_check.passed ? 'passed' : 'failed'} />
              </div>
              <KeywordFindings media={media} moderation={moderation} />
            </div>
          </>
        ) : null}
        <CoverageDetails ai={moderation.ai_analysis} run={run} />
      </div>
    </section>
  );
}
