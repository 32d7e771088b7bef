import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../shell/role/use-may.ts';
import styles from './data.module.css';
import { DeleteSection } from './delete-section.tsx';
import { ExportSection } from './export-section.tsx';
import { retentionQuery } from './retention-queries.ts';
import { RetentionSection } from './retention-section.tsx';

/** What the server holds of a person: to take along, to keep for so long, or to have deleted. */
export function DataPage() {
  const choosesDays = useMay('trust.manage');
  const days = useQuery({ ...retentionQuery, enabled: choosesDays === true });
  // What stands above it would push it down.
  const isSettled = choosesDays === false || (choosesDays === true && !days.isPending);
  return (
    <div className={styles.page}>
      <ExportSection />
      {choosesDays ? <RetentionSection /> : null}
      {isSettled ? <DeleteSection /> : null}
    </div>
  );
}
