import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../src/context.ts';
import { delivery, webhook } from '../../src/db/schema.ts';
import { makeAttempt } from '../../src/webhooks/lanes/attempt.ts';
import { claim } from '../../src/webhooks/lanes/claim.ts';
import { takeLanes } from '../../src/webhooks/lanes/leases.ts';
import { record } from '../../src/webhooks/lanes/record.ts';

const never = new AbortController().signal;

/**
 * One attempt at one delivery as its lane makes it, without the lane's turns. Nothing when it was made, is not due or waits no more.
 * @throws the signal's reason when it aborts
 */
export async function deliver(
  context: Context,
  { deliveryId, attempt }: { deliveryId: string; attempt: number },
  signal: AbortSignal = never,
): Promise<void> {
  const { clock, db, presence } = context;
  const [row] = await db.select().from(delivery).where(eq(delivery.id, deliveryId));
  if (row?.state !== 'waiting' || row.attempts !== attempt - 1 || row.webhookId === null) return;
  if (row.nextAttemptAt > clock.now()) return;
  await takeLanes(db, presence.id, [row.webhookId]);
  const hooks = await db.select().from(webhook).where(eq(webhook.id, row.webhookId));
  const due = sql`select ${delivery.id} from ${delivery} where ${delivery.id} = ${deliveryId} and ${delivery.state} = 'waiting'
    and ${delivery.attempts} = ${attempt - 1} for update`;
  const [claimed] = await claim(context, due, new Map(hooks.map((hook) => [hook.id, hook])));
  if (claimed) await record(context, [await makeAttempt(context, claimed, signal)]);
}
