import { useMay } from '../../shell/role/use-may.ts';
import styles from './data.module.css';
import { DeleteSection } from './delete-section.tsx';
import { ExportSection } from './export-section.tsx';
import { RetentionSection } from './retention-section.tsx';

/** What the server holds of a person: to take along, to keep for so long, or to have deleted. */
export function DataPage() {
  const choosesDays = useMay('trust.manage') === true;
  return (
    <div className={styles.page}>
      <ExportSection />
      {choosesDays ? <RetentionSection /> : null}
      <DeleteSection />
    </div>
  );
}
