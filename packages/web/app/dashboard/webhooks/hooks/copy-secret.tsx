import type { Webhook } from '@clearframe/contract';
import { CopyToken } from '../../tokens/copy-token.tsx';
import { useRevealWebhook } from './use-webhooks.ts';

/** Copies the token or the signing secret of a hook, whose rest may need a proof. `name` tells both apart. */
export function CopySecret({
  webhook,
  which,
  name,
}: {
  webhook: Webhook;
  which: 'webhookToken' | 'signingSecret';
  name: string;
}) {
  const reveal = useRevealWebhook();
  const { id, withheld } = webhook;
  return <CopyToken token={webhook[which]} name={name} reveal={withheld ? async () => (await reveal(id))[which] : undefined} />;
}
