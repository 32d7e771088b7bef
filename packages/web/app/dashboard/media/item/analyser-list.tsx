import type { AnalysisMetadata } from '@clearframe/contract';
import styles from '../../../shared/ui/facts.module.css';
import { analyserLines } from './analyser-lines.ts';

/** The card "Analysers" of the detail page; nothing where only the built-in one is set. */
export function AnalyserList({ metadata }: { metadata: AnalysisMetadata }) {
  const lines = analyserLines(metadata);
  if (lines.length === 0) return null;
  return (
    <section className="card">
      <div className="card-header">
        <h2>Analysers</h2>
      </div>
      <div className="card-body">
        <dl className={styles.facts} data-slot="facts">
          {lines.map(({ name, words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
