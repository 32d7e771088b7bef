import { and, eq, isNotNull } from 'drizzle-orm';
import { recordLong } from '../console/operator-log.ts';
import { createDb, type Db } from '../db/client.ts';
import { delivery, webhook } from '../db/schema.ts';
import type { LiveEvents } from '../live/live-events.ts';
import { retryFailed } from '../moderation/upload/retry-failed.ts';
import { createQueue, type Queue } from '../queue/index.ts';
import { resendGivenUp } from '../webhooks/resend.ts';
import { countOf, grouped } from './count-files.ts';
import type { OperatorOutput } from './run.ts';

type Sides = { db: Db; live: LiveEvents };

const clock = { now: () => new Date() };

/** The queue as somebody sees it who adds jobs and takes none. */
async function withQueue<T>(url: string, work: (queue: Queue) => Promise<T>): Promise<T> {
  const handle = createDb({ url, name: 'clearframe operator', max: 2, patient: true });
  const queue = createQueue({ pool: handle, listener: null });
  try {
    await queue.start();
    return await work(queue);
  } finally {
    await queue.stop();
    await handle.close();
  }
}

const reasons: Record<string, string> = {
  account_suspended: 'of suspended accounts',
  frames_exhausted: 'of accounts without enough frames',
  subscription_required: 'of accounts without a plan',
  media_held: 'under legal hold',
  media_not_found: 'deleted meanwhile',
};

/** `clearframe queue retry analyses`. */
export async function retryAnalyses({ db, live, url }: Sides & { url: string }, { print }: OperatorOutput): Promise<number> {
  const { queued, left, refused } = await withQueue(url, (queue) =>
    recordLong(
      db,
      { action: 'queue retry analyses' },
      () => retryFailed({ db, live, queue, clock }),
      (done) => done,
    ),
  );
  print(`${countOf(queued, 'upload')} queued for analysis again. Each is charged once, when it succeeds.`);
  if (left > 0) print(`${grouped(left)} have a result, or somebody else repeated them. A person can check them again.`);
  for (const [code, count] of Object.entries(refused)) print(`${grouped(count)} left alone: ${reasons[code] ?? code}.`);
  return Object.keys(refused).length === 0 ? 0 : 1;
}

/** `clearframe queue retry deliveries`. @param webhookId null = of every webhook that is active */
export async function retryDeliveries({ db, live }: Sides, webhookId: string | null, { print, complain }: OperatorOutput) {
  const before = clock.now();
  const hooks = await db
    .selectDistinct({ id: webhook.id })
    .from(webhook)
    .innerJoin(delivery, and(eq(delivery.webhookId, webhook.id), eq(delivery.state, 'failed'), isNotNull(delivery.body)))
    .where(and(webhook.isActive, webhookId === null ? undefined : eq(webhook.id, webhookId)));
  if (webhookId !== null && hooks.length === 0) {
    complain(`The webhook ${webhookId} is not there, is off, or has given up on nothing that is still kept. Nothing changed.`);
    return 1;
  }
  const sendAll = async () => {
    let events = 0;
    for (const { id } of hooks) events += await resendGivenUp({ db, live, clock }, { webhookId: id, before });
    return events;
  };
  const act = { action: 'queue retry deliveries', ...(webhookId === null ? {} : { subject: `webhook ${webhookId}` }) };
  const events =
    hooks.length === 0 ? 0 : await recordLong(db, act, sendAll, (count) => ({ events: count, webhooks: hooks.length }));
  const what = `${countOf(events, 'event')} of ${countOf(hooks.length, 'webhook')}`;
  print(`${what} ${events === 1 ? 'is' : 'are'} sent again, under the ids that they had.`);
  return 0;
}
