import { limits, type WebhookTest } from '@clearframe/contract';
import type { Context } from '../context.ts';
import type { Authorized } from '../security/authorized.ts';
import { newId } from '../security/new-id.ts';
import { envelopeOf, messageId } from './envelope.ts';
import { sendEvent } from './send-event.ts';
import { testEventData } from './test-event.ts';
import type { WebhookRow } from './webhook-row.ts';

type TestContext = Pick<Context, 'clock' | 'config' | 'fetcher' | 'log' | 'secrets'>;

/** Sends one event now, also to a hook that is switched off, and says what came back. Never retried. */
export async function testWebhook(context: TestContext, hook: Authorized<WebhookRow>): Promise<WebhookTest> {
  const now = context.clock.now();
  const test_payload = envelopeOf('media.analysis.completed', testEventData({ publicUrl: context.config.publicUrl, now }), now);
  const event = { id: messageId(newId()), body: JSON.stringify(test_payload), timeoutMs: limits.webhookTestTimeoutMs };
  const startedMs = performance.now();
  const outcome = await sendEvent(context, hook, event);
  const seconds = Math.max(0.1, (performance.now() - startedMs) / 1_000).toFixed(1);
  const message = outcome.ok
    ? `The endpoint answered ${outcome.status} after ${seconds} s.`
    : `${outcome.reason} Nothing was retried.`;
  return { success: outcome.ok, message, test_payload };
}
