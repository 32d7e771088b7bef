import { randomUUID } from 'node:crypto';
import { limits, messages, type WebhookTest } from '@clearframe/contract';
import type { Context } from '../context.ts';
import type { Authorized } from '../security/authorized.ts';
import { envelopeOf, messageId } from './envelope.ts';
import { sendEvent } from './send-event.ts';
import { testEventData } from './test-event.ts';
import type { WebhookRow } from './webhook-row.ts';

type TestContext = Pick<Context, 'clock' | 'config' | 'fetcher' | 'log' | 'secrets'>;

/** Sends one event now, also to a hook that is switched off, and says what came back. Never retried. */
export async function testWebhook(context: TestContext, hook: Authorized<WebhookRow>): Promise<WebhookTest> {
  const now = context.clock.now();
  const test_payload = envelopeOf(testEventData({ publicUrl: context.config.publicUrl, now }), now);
  const event = { id: messageId(randomUUID()), body: JSON.stringify(test_payload), timeoutMs: limits.webhookTestTimeoutMs };
  const startedMs = performance.now();
  const outcome = await sendEvent(context, hook, event);
  const took = `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
  const message = outcome.ok
    ? `The endpoint answered ${outcome.status} after ${took}.`
    : `${outcome.reason || messages.testFailed} That took ${took}; nothing is retried.`;
  return { success: outcome.ok, message, test_payload };
}
