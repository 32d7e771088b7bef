import type { AiAnalysis } from '@clearframe/contract';
import { coverageGroups } from './coverage-groups.ts';
import styles from './findings.module.css';

/** Which categories were looked at and which were not; it stands beside every verdict. */
export function CoverageList({ ai }: { ai: AiAnalysis }) {
  return (
    <dl className={styles.coverage} data-slot="findings-coverage">
      {coverageGroups(ai).map((group) => (
        <div key={group.title}>
          <dt>{group.title}</dt>
          <dd>{group.labels.join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
