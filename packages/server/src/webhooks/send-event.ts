import type { Context } from '../context.ts';
import { traceparentNow } from '../work-context.ts';
import { deliveryHeaders } from './envelope.ts';
import { judgeAnswer, judgeFault, type Outcome } from './outcome.ts';
import { openSecrets, type WebhookRow } from './webhook-row.ts';

type SendContext = Pick<Context, 'clock' | 'fetcher' | 'log' | 'secrets'>;

export type SentEvent = {
  /** `msg_…`, the same at every attempt. */
  id: string;
  body: string;
  timeoutMs: number;
  signal?: AbortSignal;
};

/** One POST to a hook, through the guard. Never throws for what the other side does. @throws the signal's reason when it aborts */
export async function sendEvent(context: SendContext, hook: WebhookRow, event: SentEvent): Promise<Outcome> {
  const { id, body, timeoutMs, signal } = event;
  const now = context.clock.now();
  const secrets = openSecrets(context, hook, now);
  if (secrets.token === '' || secrets.signingSecret === '')
    return {
      ok: false,
      status: null,
      reason: 'Cannot read the secrets of this webhook. Delete it and create it again.',
      retryAfterMs: null,
      response: null,
    };
  const traceparent = traceparentNow();
  const headers = {
    ...deliveryHeaders(secrets, { id, timestamp: Math.floor(now.getTime() / 1_000), body }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  try {
    const answer = await context.fetcher.post(hook.url, { headers, body, timeoutMs, ...(signal ? { signal } : {}) });
    return judgeAnswer(answer, now);
  } catch (error) {
    // The process stops: nothing is known of this attempt, and another process makes it again.
    signal?.throwIfAborted();
    context.log.info({ err: error, webhookId: hook.id }, 'could not reach a webhook');
    return judgeFault(error, timeoutMs);
  }
}
