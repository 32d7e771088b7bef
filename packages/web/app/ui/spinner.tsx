/** For short waits inside a button or line; the words beside it say what is awaited. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />;
}

/** Fills the page while the session is checked. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <main id="main" className="wait">
      <span role="status" className="row">
        <Spinner />
        {label}…
      </span>
    </main>
  );
}
