import styles from './spinner.module.css';

/** For short waits inside a button or line; the words beside it say what is awaited. */
export function Spinner() {
  return <span className={styles.spinner} data-slot="spinner" aria-hidden="true" />;
}

/** Fills the page while the session is checked. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <main id="main" className={styles.wait} data-slot="spinner-wait">
      <span role="status" className="row">
        <Spinner />
        {label}…
      </span>
    </main>
  );
}
