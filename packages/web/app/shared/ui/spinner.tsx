import styles from './spinner.module.css';

/** For short waits inside a button or line; the words beside it say what is awaited. */
export function Spinner() {
  return <span className={styles.spinner} data-slot="spinner" aria-hidden="true" />;
}

/** Fills the page while the session is checked. @param of the dashboard: its shape stands around the words already */
export function PageSpinner({ label, of }: { label: string; of?: 'dashboard' }) {
  return (
    <main id="main" className={of ? styles.dashboard : styles.wait} data-slot="spinner-wait">
      <span role="status" className="row">
        <Spinner />
        {label}…
      </span>
    </main>
  );
}
