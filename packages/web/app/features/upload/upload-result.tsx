import type { MediaUpload } from '@clearframe/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { StateBadge } from '../../ui/badge.tsx';
import { AiFindings } from '../media/ai-findings.tsx';
import { CoverageList } from '../media/coverage-list.tsx';
import { fileLine } from '../media/file-facts.tsx';
import '../media/findings.css';
import { KeywordFindings } from '../media/keyword-findings.tsx';
import { MediaShot } from '../media/media-shot.tsx';
import { titleOf } from '../media/verdict.ts';
import { type Charge, ResultHead } from './result-head.tsx';

type UploadResultProps = { media: MediaUpload; charge: Charge; onAnother: () => void };

/** The result of an upload: verdict, picture, and every reason for it. */
export function UploadResult({ media, charge, onAnother }: UploadResultProps) {
  const { moderation } = media;
  const panel = useRef<HTMLElement>(null);
  // The pressed button is gone: without this the focus would be lost, and a phone would show the middle of the result.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <section className="card result" ref={panel} tabIndex={-1} aria-label="Result">
      <ResultHead media={media} charge={charge} onAnother={onAnother} />
      <div className="result-b">
        <div className="result-l">
          <MediaShot media={media} size="display" />
          <dl className="kv">
            <dt>File</dt>
            <dd className="trunc">{media.originalFilename}</dd>
            <dt>Type</dt>
            <dd>{fileLine(media)}</dd>
            {media.tags.length > 0 ? (
              <>
                <dt>Tags</dt>
                <dd>{media.tags.join(', ')}</dd>
              </>
            ) : null}
          </dl>
          <Link className="link" to={`/dashboard/media/${media.id}`}>
            Open {titleOf(media)}
          </Link>
        </div>
        {moderation ? (
          <div>
            <section className="blk">
              <div className="row between">
                <h3>AI analysis</h3>
                <span className="row">
                  <StateBadge state={moderation.ai_analysis.flagged ? 'flagged' : 'safe'} />
                  {media.needs_review && moderation.passed ? <StateBadge state="review" /> : null}
                </span>
              </div>
              <AiFindings ai={moderation.ai_analysis} />
            </section>
            <section className="blk">
              <div className="row between">
                <h3>Keyword check</h3>
                <StateBadge state={moderation.keyword_check.passed ? 'passed' : 'failed'} />
              </div>
              <KeywordFindings media={media} moderation={moderation} />
            </section>
            <section className="blk">
              <h3>What was assessed</h3>
              <CoverageList coverage={moderation.ai_analysis.coverage} />
            </section>
          </div>
        ) : null}
      </div>
    </section>
  );
}
