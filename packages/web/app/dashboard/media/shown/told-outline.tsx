import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './media-detail.module.css';

/** The place of the card "Webhook" until it is there, as high as one that arrived. */
export function ToldOutline() {
  return (
    <section className="card" aria-busy="true" role="status" aria-label="Loading the webhook">
      <div className="card-header" aria-hidden="true">
        <h2>Webhook</h2>
      </div>
      <div className={`card-body stack-3 ${styles.told}`}>
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </div>
    </section>
  );
}
