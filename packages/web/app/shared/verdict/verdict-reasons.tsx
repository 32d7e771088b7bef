import type { MediaUpload } from '@clearframe/contract';
import { StateBadge } from '../ui/badge.tsx';
import { AiFindings } from './ai-findings.tsx';
import { CoverageList } from './coverage-list.tsx';
import { KeywordFindings } from './keyword-findings.tsx';
import styles from './upload-result.module.css';
import { isUnseen } from './verdict-sentences.ts';

/** Every reason of a verdict: what the model saw, the keyword check, and what was assessed. */
export function VerdictReasons({ media }: { media: MediaUpload }) {
  const { moderation } = media;
  if (moderation === null) return null;
  return (
    <div>
      {isUnseen(moderation) ? null : (
        <>
          <section className={styles.block}>
            <div className="row between">
              <h3>AI analysis</h3>
              <span className="row">
                <StateBadge state={moderation.ai_analysis.flagged ? 'flagged' : 'safe'} />
                {media.needs_review && moderation.passed ? <StateBadge state="review" /> : null}
              </span>
            </div>
            <AiFindings ai={moderation.ai_analysis} />
          </section>
          <section className={styles.block}>
            <div className="row between">
              <h3>Keyword check</h3>
              <StateBadge state={moderation.keyword_check.passed ? 'passed' : 'failed'} />
            </div>
            <KeywordFindings media={media} moderation={moderation} />
          </section>
        </>
      )}
      <section className={styles.block}>
        <h3>What was assessed</h3>
        <CoverageList ai={moderation.ai_analysis} />
      </section>
    </div>
  );
}
