import type { MediaUpload } from '@clearframe/contract';
import { memo, type ReactNode, Suspense } from 'react';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import { part } from '../../../shared/ui/part.tsx';
import { CoverageList } from '../../../shared/verdict/coverage-list.tsx';
import { KeywordFindings } from '../../../shared/verdict/keyword-findings.tsx';
import { isUnseen } from '../../../shared/verdict/verdict-sentences.ts';
import styles from '../shown/media-detail.module.css';
import { VerdictCard } from '../shown/verdict-card.tsx';
import { ItemCard } from './item-card.tsx';
import { LateCards } from './late-cards.tsx';
import { mayBeExplained } from './statement-state.ts';
import { UploaderCard } from './uploader-card.tsx';

/** Most accounts have none beside the built-in one. */
const AnalyserList = part(async () => (await import('./analyser-list.tsx')).AnalyserList);

/** Few items were explained to anybody. */
const StatementCard = part(async () => (await import('./statement-card.tsx')).StatementCard);

type PanelRestProps = {
  media: MediaUpload;
  /** Where to go once it is deleted; null = who looks may not delete. */
  after: string | null;
};

type DetailPanelProps = PanelRestProps & {
  /** In the place of the plain verdict. */
  verdict?: ReactNode;
};

/** The right column of the detail page: verdict, uploader, notices, webhooks, keywords, coverage. */
export function DetailPanel({ media, verdict = <VerdictCard media={media} />, after }: DetailPanelProps) {
  return (
    <aside className={styles.panel} aria-label="Verdict">
      {verdict}
      <PanelRest key={media.id} media={media} after={after} />
    </aside>
  );
}

/** Drawn only where one of these changes: the frame of the next picture does not wait for it. */
const PanelRest = memo(({ media, after }: PanelRestProps) => {
  const { moderation } = media;
  return (
    <>
      <UploaderCard author={media.author} />
      <LateCards media={media} />
      {moderation ? (
        <>
          {isUnseen(moderation) ? null : (
            <section className="card">
              <div className="card-header">
                <h2>Keyword check</h2>
                <StateBadge state={moderation.keyword_check.passed ? 'passed' : 'failed'} />
              </div>
              <div className="card-body stack-3">
                <KeywordFindings media={media} moderation={moderation} />
              </div>
            </section>
          )}
          <section className="card">
            <div className="card-header">
              <h2>What was assessed</h2>
            </div>
            <div className="card-body">
              <CoverageList ai={moderation.ai_analysis} />
            </div>
          </section>
          {media.analysis_metadata?.analysers ? (
            <Suspense>
              <AnalyserList metadata={media.analysis_metadata} />
            </Suspense>
          ) : null}
        </>
      ) : null}
      {after === null ? null : <ItemCard media={media} after={after} />}
      {mayBeExplained(media) ? (
        <Suspense>
          <StatementCard media={media} />
        </Suspense>
      ) : null}
    </>
  );
});
