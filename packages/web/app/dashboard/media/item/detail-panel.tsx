import type { MediaUpload } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import { CoverageList } from '../../../shared/verdict/coverage-list.tsx';
import { KeywordFindings } from '../../../shared/verdict/keyword-findings.tsx';
import { isUnseen } from '../../../shared/verdict/verdict-sentences.ts';
import styles from '../shown/media-detail.module.css';
import { VerdictCard } from '../shown/verdict-card.tsx';
import { AnalyserList } from './analyser-list.tsx';
import { LateCards } from './late-cards.tsx';
import { UploaderCard } from './uploader-card.tsx';

type DetailPanelProps = {
  media: MediaUpload;
  /** In the place of the plain verdict. */
  verdict?: ReactNode;
  /** The verdict alone, until the rest may come. */
  begins?: boolean;
  children?: ReactNode;
};

/** The right column of the detail page: verdict, uploader, notices, webhooks, keywords, coverage. */
export function DetailPanel({ media, verdict = <VerdictCard media={media} />, begins = false, children }: DetailPanelProps) {
  return (
    <aside className={styles.panel} aria-label="Verdict">
      {verdict}
      {begins ? null : (
        <PanelRest key={media.id} media={media}>
          {children}
        </PanelRest>
      )}
    </aside>
  );
}

function PanelRest({ media, children }: { media: MediaUpload; children: ReactNode }) {
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
          {media.analysis_metadata ? <AnalyserList metadata={media.analysis_metadata} /> : null}
        </>
      ) : null}
      {children}
    </>
  );
}
