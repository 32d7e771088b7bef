import { AppError, isHttps, limits, messages, type Webhook, webhookUrlFault } from '@clearframe/contract';
import type { Context } from '../context.ts';
import type { webhook } from '../db/schema.ts';
import { writtenTarget } from '../security/fetcher.ts';
import type { HookSecrets } from './envelope.ts';

export type WebhookRow = typeof webhook.$inferSelect;

/** A secret for the list; empty when it was sealed under another SECRET_KEY, so that such a hook can still be changed or deleted. */
function open({ secrets, log }: Pick<Context, 'secrets' | 'log'>, { id }: WebhookRow, sealed: string): string {
  try {
    return secrets.open('webhook', sealed);
  } catch {
    log.warn({ webhookId: id }, 'a webhook cannot be signed: SECRET_KEY has changed');
    return '';
  }
}

/** Whether deliveries still bear the signature of the secret before. */
const hasOldSecret = ({ oldSecretUntil }: WebhookRow, now: Date): boolean => oldSecretUntil !== null && oldSecretUntil > now;

/** The secrets of a hook as they go on the wire. */
export function openSecrets(context: Pick<Context, 'secrets' | 'log'>, row: WebhookRow, now: Date): HookSecrets {
  const old = row.oldSecretSealed !== null && hasOldSecret(row, now) ? open(context, row, row.oldSecretSealed) : '';
  return {
    token: open(context, row, row.tokenSealed),
    signingSecret: open(context, row, row.secretSealed),
    oldSecret: old === '' ? null : old,
  };
}

/**
 * A hook as its owner sees it.
 * @param isWhole false = the first 20 characters of both secrets: a stolen session must not become access that outlives it
 */
export function webhookView(context: Pick<Context, 'clock' | 'secrets' | 'log'>, row: WebhookRow, isWhole: boolean): Webhook {
  const now = context.clock.now();
  const { token, signingSecret } = openSecrets(context, row, now);
  const shown = (secret: string) => (isWhole ? secret : secret.slice(0, limits.tokenShownLength));
  return {
    id: row.id,
    webhookUrl: row.url,
    webhookToken: shown(token),
    signingSecret: shown(signingSecret),
    withheld: !isWhole,
    oldSecretValidUntil: hasOldSecret(row, now) ? (row.oldSecretUntil?.toISOString() ?? null) : null,
    isActive: row.isActive,
    events: row.events,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * https only; http for targets that the operator lists, `host:port` exactly as written. Whether the name leads to a public
 * address is checked when something is sent: it may lead elsewhere by then.
 * @throws AppError webhook_url_invalid with the sentence for the person
 */
export function requireWebhookUrl({ config }: Pick<Context, 'config'>, url: string): void {
  const target = writtenTarget(url);
  const isListed = target !== null && config.allowPrivateTargets.some((listed) => listed.toLowerCase() === target);
  if (isListed && !isHttps(url)) return;
  const fault = webhookUrlFault(url);
  if (fault === null) return;
  const detail = fault === messages.webhookNotHttps ? 'not https' : 'not an address';
  throw new AppError('webhook_url_invalid', { message: fault, detail, errors: [{ path: 'webhookUrl', message: fault }] });
}
