import type { AiAnalysis, AnalysisMetadata } from '@clearframe/contract';
import { Suspense, useState } from 'react';
import { part } from '../../../shared/ui/part.tsx';
import styles from './coverage-details.module.css';
import { coverageLine } from './coverage-line.ts';

/** The line above it says how much was checked. */
const Coverage = part(async () => (await import('./coverage.tsx')).Coverage);

/** How much an analysis checked, and which categories once somebody opens it. It stays open while one item follows another. */
export function CoverageDetails({ ai, run }: { ai: AiAnalysis; run: AnalysisMetadata | null }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className={styles.coverage} onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary className="link">{coverageLine(ai.coverage, run)}</summary>
      <div className="stack-5">
        {wasOpened ? (
          <Suspense>
            <Coverage ai={ai} run={run} />
          </Suspense>
        ) : null}
      </div>
    </details>
  );
}
