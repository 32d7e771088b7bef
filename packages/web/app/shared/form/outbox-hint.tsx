import { isLocalMode } from '../page/public-origin.ts';

/** On one's own machine without a mail server: where the mail lies. */
export function OutboxHint() {
  if (!isLocalMode()) return null;
  return (
    <p className="muted">
      No mail server configured.{' '}
      <a className="link" href="/dev/outbox" target="_blank" rel="noreferrer">
        Open the local outbox
      </a>{' '}
      to read this message.
    </p>
  );
}
