import { limits } from '@clearframe/contract';
import { publicOrigin } from '../../shared/page/public-origin.ts';
import styles from './docs.module.css';
import { DocsSection } from './docs-parts.tsx';
import { Example } from './example.tsx';
import { docsAnswers, docsExamples } from './examples.ts';

const statuses: readonly [string, string][] = [
  ['200', 'Success'],
  ['202', 'Taken; the analysis is not done yet'],
  ['400', 'Invalid or malformed parameters'],
  ['401', 'Invalid or missing API token'],
  ['403', 'Insufficient permissions, no active subscription, or not enough frames left'],
  ['404', 'No such item'],
  ['413', 'Payload over 100MB'],
  ['415', 'Unsupported media type'],
  ['429', 'Rate limited: wait for as long as Retry-After says'],
  ['500', 'Server error'],
  ['503', 'Busy or stopping: try again. Or this server has no program for videos: the message says so'],
];

export function ErrorHandling() {
  const { uploadRetry } = docsExamples(publicOrigin());
  return (
    <DocsSection
      id="error-handling"
      title="Error handling"
      beside={
        <>
          <Example label="401 Unauthorized" text={docsAnswers.refused} />
          <Example label="upload-retry.sh" text={uploadRetry} />
        </>
      }
    >
      <p>Every refusal has the same envelope, with a sentence for people and an X-Request-Id to quote.</p>
      <table className={`tbl ${styles.statuses}`}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {statuses.map(([status, meaning]) => (
            <tr key={status}>
              <td className="mono">{status}</td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>What a client should do</h3>
      <ul className="rules">
        <li>Give up a request after 30 seconds.</li>
        <li>Retry 5xx up to 3 times, with exponential backoff.</li>
        <li>Back off on 429.</li>
        <li>Do not retry any other 4xx.</li>
        <li>
          Send an <code>Idempotency-Key</code>: a repeat within {limits.idempotencyKeptMs / 3_600_000} hours gets the first answer
          and is not charged again.
        </li>
      </ul>
    </DocsSection>
  );
}
