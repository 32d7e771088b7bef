import { limits } from '@clearframe/contract';
import styles from './docs.module.css';
import { DocsSection, Parameters } from './docs-parts.tsx';
import { Example } from './example.tsx';
import { eventExamples, verifyExample } from './examples.ts';
import { Languages } from './languages.tsx';
import type { Programs } from './programs.server.ts';

const headers = [
  { name: 'X-Webhook-Token', kind: 'header', text: 'The token of the webhook, as the page Webhooks shows it' },
  { name: 'webhook-id', kind: 'header', text: 'The same at every attempt: whoever has seen it drops the repeat' },
  { name: 'webhook-timestamp', kind: 'header', text: 'Unix time of this attempt, in seconds' },
  { name: 'webhook-signature', kind: 'header', text: 'v1, and the HMAC-SHA-256 of “id.timestamp.body” in base64' },
];

export function Webhooks({ programs }: { programs: Programs['verify'] }) {
  return (
    <DocsSection
      id="webhooks"
      title="Webhooks"
      beside={
        <>
          {Object.entries(eventExamples).map(([event, text]) => (
            <Example key={event} label={`${event} (extract)`} text={text} />
          ))}
          <Example label="verify.mjs" text={verifyExample} />
          <Languages name="verify" list={programs} />
        </>
      }
    >
      <p>
        When an analysis completes, and when a person fails an item, <code>media.analysis.completed</code> is POSTed to every
        active webhook that hears of it, at an https address. A webhook can also hear of <code>notice.received</code>,{' '}
        <code>notice.due</code>, <code>notice.decided</code>, <code>statement.created</code>, <code>appeal.received</code>,{' '}
        <code>appeal.decided</code>, <code>second_review.waiting</code>, <code>author.updated</code> and <code>erasure.done</code>
        , as its owner chooses. Of a video the first names the flagged seconds, in{' '}
        <code>data.moderation.ai_analysis.flagged_seconds</code>.
      </p>
      <p>
        Answer with any 2xx status within {limits.webhookTimeoutMs / 1_000} seconds. Otherwise there are up to 3 retries with
        exponential backoff: after about 10, 60 and 360 seconds. A <code>Retry-After</code> is kept; 410 switches the webhook off.
      </p>
      <Parameters list={headers} />
      <p className={styles.after}>
        The signature follows Standard Webhooks. For 24 hours after the token was regenerated the header holds two, separated by a
        space: by the new secret and by the old one. The page Webhooks lists every delivery with its attempts and sends it again,
        under the same <code>webhook-id</code>. Events can come twice or in another order. An address of a file in them is good
        for a limited time: fetch the item when you need it later. Private addresses are never called.
      </p>
    </DocsSection>
  );
}
