import type { WebhookTest } from '@clearframe/contract';
import { CodeBlock } from '../../../shared/code/code-block.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import styles from './webhooks.module.css';

/** What became of a test. Without a payload the test itself was refused. */
export type TestOutcome = Pick<WebhookTest, 'success' | 'message'> & { payload: object | null };

/** Test Successful or Test Failed, why, and what was sent. */
export function TestBanner({ outcome, onDismiss }: { outcome: TestOutcome; onDismiss: () => void }) {
  const { success, message, payload } = outcome;
  return (
    <Banner
      kind={success ? 'success' : 'error'}
      title={success ? 'Test Successful' : 'Test Failed'}
      onDismiss={onDismiss}
      details={
        payload === null ? undefined : (
          <details className={styles.payload}>
            <summary className="link">Test payload</summary>
            <CodeBlock label="application/json" text={JSON.stringify(payload, null, 2)} />
          </details>
        )
      }
    >
      {message}
      {payload === null ? null : ' The delivery log keeps no tests.'}
    </Banner>
  );
}
