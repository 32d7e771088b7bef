import { messages } from '@clearframe/contract';
import { Brand } from '../ui/brand.tsx';
import buttonStyles from '../ui/button.module.css';
import styles from './render-fault.module.css';

/** PUB-10: the page for a fault while drawing a page. */
export function RenderFault() {
  return (
    <main id="main" className={styles.fault}>
      <Brand to="/" />
      <h1>{messages.renderFailed}</h1>
      <p className={styles.lead}>Could not show this page. Your uploads and decisions are safe.</p>
      <div className={styles.actions}>
        <button
          className={`${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.large}`}
          data-slot="button button-primary"
          type="button"
          onClick={() => window.location.reload()}
        >
          Reload the page
        </button>
        <a
          className={`${buttonStyles.button} ${buttonStyles.secondary} ${buttonStyles.large}`}
          data-slot="button button-secondary"
          href="/"
        >
          Go Home
        </a>
      </div>
    </main>
  );
}
