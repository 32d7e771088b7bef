import { limits } from '@clearframe/contract';
import { SpanKind } from '@opentelemetry/api';
import type { Context } from '../../context.ts';
import type { webhookOutcomes } from '../../metrics/create-metrics.ts';
import { inSpan } from '../../tracing/in-span.ts';
import { traceIdOf, workFor } from '../../work-context.ts';
import { messageId } from '../envelope.ts';
import type { Outcome } from '../outcome.ts';
import { sendEvent } from '../send-event.ts';
import type { Claimed } from './claim.ts';

export type AttemptContext = Pick<Context, 'clock' | 'fetcher' | 'log' | 'metrics' | 'secrets'>;
/** An attempt that was made, and what came of it. */
export type Made = Claimed & { number: number; outcome: Outcome; at: Date; durationMs: number };

/** An outcome as it is counted. */
function nameOf(outcome: Outcome): (typeof webhookOutcomes)[number] {
  if (outcome.ok) return 'delivered';
  if (outcome.status !== null) return 'refused';
  return outcome.isLate ? 'timeout' : 'unreachable';
}

/**
 * One POST of a claimed delivery (HOOK-04). Until it is written down a crash makes it again: the receiver may hear of the event twice,
 * with the same webhook-id, but never not at all.
 * @throws the signal's reason when it aborts: the attempt then does not count
 */
export async function makeAttempt(context: AttemptContext, claimed: Claimed, signal: AbortSignal): Promise<Made> {
  const { row, hook, body } = claimed;
  const number = row.attempts + 1;
  const { accountId } = row;
  const mediaId = row.mediaId ?? undefined;
  const [requestId, traceparent] = [row.requestId ?? undefined, row.traceparent ?? undefined];
  const origin = { requestId, traceparent, traceId: traceIdOf(traceparent) };
  const work = { job: 'deliver-webhook', ...origin, accountId, mediaId, attempt: number };
  const span = {
    kind: SpanKind.CLIENT,
    linkedTo: traceparent,
    attributes: {
      ...(mediaId === undefined ? {} : { 'clearframe.media_id': mediaId }),
      'clearframe.delivery_id': row.id,
      'clearframe.attempt': number,
    },
  };
  const at = context.clock.now();
  const begunMs = performance.now();
  if (row.attempts === 0) context.metrics.webhookDelay.observe((at.getTime() - row.nextAttemptAt.getTime()) / 1_000);
  const event = { id: messageId(row.id), body, timeoutMs: limits.webhookTimeoutMs, signal };
  const outcome = await workFor(work, () => inSpan('deliver', span, () => sendEvent(context, hook, event)));
  context.metrics.webhookAttempts.inc({ outcome: nameOf(outcome) });
  return { ...claimed, number, outcome, at, durationMs: Math.round(performance.now() - begunMs) };
}
