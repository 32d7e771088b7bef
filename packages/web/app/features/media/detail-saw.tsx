import type { MediaUpload } from '@clearframe/contract';
import { formatSeconds } from '../../format.ts';
import { AiFindings } from './ai-findings.tsx';

/** The card "What the model saw"; nothing before the analysis. */
export function DetailSaw({ media }: { media: MediaUpload }) {
  const { moderation, analysis_metadata: run } = media;
  if (moderation === null) return null;
  return (
    <section className="card">
      <div className="card-h">
        <h2>What the model saw</h2>
        {run ? <span className="eyebrow">{formatSeconds(run.processing_time_ms)}</span> : null}
      </div>
      <div className="card-b gap-5">
        <AiFindings ai={moderation.ai_analysis} />
      </div>
    </section>
  );
}
