import type { AiAnalysis, AnalysisMetadata } from '@clearframe/contract';
import styles from '../../../shared/ui/facts.module.css';
import { CoverageList } from '../../../shared/verdict/coverage-list.tsx';
import { analyserLines } from './analyser-lines.ts';

/** Which categories were checked, and by which analysers where more than the built-in one is set. */
export function Coverage({ ai, run }: { ai: AiAnalysis; run: AnalysisMetadata | null }) {
  const lines = run ? analyserLines(run) : [];
  return (
    <>
      <CoverageList ai={ai} />
      {lines.length > 0 ? (
        <div className="stack-3">
          <h3>Analysers</h3>
          <dl className={styles.facts} data-slot="facts">
            {lines.map(({ name, words }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </>
  );
}
