import { useReview } from '../decide/review-context.ts';
import { Choice } from './finer-filters.tsx';
import styles from './media-card.module.css';
import type { BulkReasons } from './use-bulk-reason.ts';

/** Why all of them fail. Its digit chooses a reason without opening the list, and in it. Nothing where none can be chosen. */
export function BulkReason({ offered, chosen, onChoose }: BulkReasons) {
  const { shortcuts } = useReview();
  if (offered.length === 0) return null;
  return (
    <>
      <Choice label="Reason" value={chosen?.id ?? ''} onPick={onChoose} className={styles.reason}>
        <option value="">Usual for each item</option>
        {offered.map(({ id, name }, index) => (
          <option key={id} value={id}>
            {shortcuts && index < 9 ? `${index + 1} · ${name}` : name}
          </option>
        ))}
      </Choice>
      <p className={chosen?.second_review ? 'fine' : 'visually-hidden'} role="status">
        {chosen?.second_review ? 'Another person must agree. Until then they stay in the queue.' : null}
      </p>
    </>
  );
}
