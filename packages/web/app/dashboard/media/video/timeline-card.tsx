import type { MediaUpload } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useReview } from '../decide/review-context.ts';
import { useShortcuts } from '../decide/use-shortcuts.ts';
import { HitList } from './hit-list.tsx';
import type { VeilState } from './player.tsx';
import { SecondScores } from './second-scores.tsx';
import { type Seconds, secondsQuery } from './seconds-query.ts';
import { Strips } from './strips.tsx';
import { hitsOf, lanesOf, nextHit, previousHit, secondsWord } from './timeline.ts';
import type { Position } from './use-position.ts';
import { VideoProgress } from './video-progress.tsx';

type TimelineCardProps = { media: MediaUpload; position: Position; veil: VeilState };

/** The card "Timeline": how far the analysis is, and what each second scored once it is over. */
export function TimelineCard({ media, position, veil }: TimelineCardProps) {
  const read = useQuery(secondsQuery(media));
  return (
    <section className="card" data-slot="video-timeline" aria-labelledby="timeline-h">
      <div className="card-header">
        <h2 id="timeline-h">Timeline</h2>
        {media.video ? <span className="eyebrow">{secondsWord(media.video.seconds)}</span> : null}
      </div>
      <div className="card-body stack-5">
        {media.processing ? <VideoProgress media={media} /> : null}
        {media.video === null && !media.processing ? <p className="muted">No seconds were analysed.</p> : null}
        {media.video !== null && read.isPending ? (
          <div aria-busy="true" role="status" aria-label="Loading the seconds">
            <Skeleton shape="row" />
          </div>
        ) : null}
        {read.isError ? <LoadFault title="Failed to fetch the seconds of the video" query={read} /> : null}
        {read.data && media.video ? (
          <Timeline
            media={media}
            total={media.video.seconds}
            read={read.data}
            position={position}
            veil={veil}
            onBroken={() => void read.refetch()}
          />
        ) : null}
      </div>
    </section>
  );
}

type TimelineProps = TimelineCardProps & { total: number; read: Seconds; onBroken: () => void };

function Timeline({ media, total, read: { seconds, thumbnails }, position, veil, onBroken }: TimelineProps) {
  const { shortcuts } = useReview();
  const thresholds = media.moderation?.ai_analysis.thresholds;
  const { hits, lanes } = useMemo(
    () => ({ hits: hitsOf(seconds, thresholds ?? {}), lanes: lanesOf(seconds, thresholds ?? {}) }),
    [seconds, thresholds],
  );
  const [next, previous] = [nextHit(hits, position.second), previousHit(hits, position.second)];
  const jump = (hit: { from: number } | null) => {
    if (hit) position.seek(hit.from);
  };
  useShortcuts({ nextHit: () => jump(next), previousHit: () => jump(previous) });
  const current = seconds[position.second];
  const stretches = hits.length === 1 ? 'one stretch' : `${hits.length.toLocaleString('en-US')} stretches`;
  return (
    <>
      <Strips seconds={seconds} total={total} lanes={lanes} hits={hits} position={position} />
      <div className="row wrap between">
        <p className="muted" role="status">
          {hits.length === 0
            ? 'No flagged seconds.'
            : `${secondsWord(seconds.filter(({ flagged }) => flagged).length)} flagged, in ${stretches}.`}
        </p>
        {hits.length > 0 ? (
          <div className="row">
            <Button size="small" disabled={previous === null} onClick={() => jump(previous)}>
              <Icon of={ChevronLeft} />
              Previous hit{shortcuts ? <KeyHint>,</KeyHint> : null}
            </Button>
            <Button size="small" disabled={next === null} onClick={() => jump(next)}>
              Next hit
              <Icon of={ChevronRight} />
              {shortcuts ? <KeyHint>.</KeyHint> : null}
            </Button>
          </div>
        ) : null}
      </div>
      {hits.length > 0 ? (
        <HitList
          hits={hits}
          seconds={seconds}
          thumbnails={thumbnails}
          second={position.second}
          veil={veil}
          onSeek={position.seek}
          onBroken={onBroken}
        />
      ) : null}
      {current ? <SecondScores second={current} thresholds={thresholds ?? {}} /> : null}
    </>
  );
}
