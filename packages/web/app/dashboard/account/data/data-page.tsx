import styles from './data.module.css';
import { DeleteSection } from './delete-section.tsx';
import { ExportSection } from './export-section.tsx';

/** What the server holds of a person: to take along, or to have deleted. */
export function DataPage() {
  return (
    <div className={styles.page}>
      <ExportSection />
      <DeleteSection />
    </div>
  );
}
