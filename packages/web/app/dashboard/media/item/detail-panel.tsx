import type { MediaUpload } from '@clearframe/contract';
import { Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { FileFacts } from '../../../shared/media/file-facts.tsx';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import { buttonLook } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { CoverageList } from '../../../shared/verdict/coverage-list.tsx';
import { KeywordFindings } from '../../../shared/verdict/keyword-findings.tsx';
import { isUnseen } from '../../../shared/verdict/verdict-sentences.ts';
import styles from '../shown/media-detail.module.css';
import { VerdictCard } from '../shown/verdict-card.tsx';
import { AnalyserList } from './analyser-list.tsx';
import { UploaderCard } from './uploader-card.tsx';

/** The last card of the column, so nothing moves when it arrives. */
const CredentialsCard = lazy(async () => ({
  default: (await import('../credentials/credentials-card.tsx')).CredentialsCard,
}));

type DetailPanelProps = {
  media: MediaUpload;
  /** In the place of the plain verdict. */
  verdict?: ReactNode;
  /** The verdict alone, until the rest may come. */
  begins?: boolean;
  children?: ReactNode;
};

/** The right column of the detail page: verdict, uploader, keywords, coverage, file. */
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
  // Of the sample nobody is told what a machine, or the file itself, says of it.
  const credentials = moderation ? media.analysis_metadata?.content_credentials : undefined;
  return (
    <>
      <UploaderCard author={media.author} />
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
      <section className="card">
        <div className="card-header">
          <h2>File</h2>
          {media.signedUrl === null ? (
            <span className="dim fine">
              {media.withheld ? 'Withheld' : media.withheld_for ? 'After your break' : 'Available after the analysis'}
            </span>
          ) : (
            <a {...buttonLook({ kind: 'ghost', size: 'small' })} href={media.signedUrl} download={media.originalFilename}>
              <Icon of={Download} />
              Original
            </a>
          )}
        </div>
        <div className="card-body">
          <FileFacts media={media} />
        </div>
      </section>
      {children}
      {credentials ? (
        <Suspense>
          <CredentialsCard credentials={credentials} />
        </Suspense>
      ) : null}
    </>
  );
}
