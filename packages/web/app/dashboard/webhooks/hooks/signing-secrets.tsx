import type { Webhook } from '@clearframe/contract';
import { Time } from '../../../shared/ui/time.tsx';
import { shownToken } from '../../tokens/shown-token.ts';
import secretStyles from '../../ui/secret.module.css';
import { CopySecret } from './copy-secret.tsx';
import webhooksStyles from './webhooks.module.css';

/** How an endpoint knows that a delivery is ours, with the secret of each hook. */
export function SigningSecrets({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <section className="card" aria-labelledby="checking-deliveries">
      <div className="card-header">
        <h2 id="checking-deliveries">Checking deliveries</h2>
      </div>
      <div className={`card-body ${webhooksStyles.check}`}>
        <p className="muted">
          Compare the header <span className="mono">X-Webhook-Token</span> with the token. To verify the content too, check{' '}
          <span className="mono">webhook-signature</span> with the signing secret, as Standard Webhooks describes. A repeat has
          the same <span className="mono">webhook-id</span>.
        </p>
        <dl className={webhooksStyles.secrets}>
          {webhooks.map((webhook) => {
            const { id, webhookUrl, signingSecret, oldSecretValidUntil } = webhook;
            return (
              <div key={id}>
                <dt className="truncate">
                  {webhookUrl}
                  {oldSecretValidUntil ? (
                    <small className="block dim">
                      Also signed with the old secret until <Time at={oldSecretValidUntil} as="dateTime" />
                    </small>
                  ) : null}
                </dt>
                <dd className={secretStyles.secret}>
                  <span className="dim">Signing secret</span>
                  {shownToken(signingSecret)}
                  <CopySecret webhook={webhook} which="signingSecret" name={`that signs for ${webhookUrl}`} />
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
    </section>
  );
}
