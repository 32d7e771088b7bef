import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@clearframe/contract';
import { createClient } from '@clearframe/sdk';
import { z } from 'zod';
import { type Person, registerPerson } from '../e2e/person.ts';
import { type Server, startServer } from '../e2e/server.ts';
import { randomFrom } from '../packages/engine/test/random.ts';
import { createDb } from '../packages/server/src/db/client.ts';
import { runningPostgresUrl } from '../packages/server/src/db/embedded-postgres.ts';
import { type FlakyReceiver, startFlakyReceiver } from './flaky-receiver.ts';
import { uploadUntilTaken } from './upload-until-taken.ts';

export type WebhookProofOptions = {
  uploads: number;
  /** Active ones; each is told of each upload. One more is switched off. */
  hooks: number;
  kills: number;
  seed: number;
  /** Refusals of one event at most; without it some are given up, and sent again by hand. */
  refusalsMax?: number;
  print?: (line: string) => void;
};

export type WebhookProofResult = {
  /** Deliveries in the database: uploads × active hooks. */
  events: number;
  /** Of them, those that the receiver took at least once. */
  arrived: number;
  /** Marked as accepted in the database. */
  accepted: number;
  /** For the hook that is switched off. */
  inactive: number;
  /** Requests with a wrong token or signature. */
  strangers: number;
  /**
   * Deliveries whose count is not the number of attempts written down,
   * or whose attempts but the last have no error, or the last has one.
   */
  miscounted: number;
  /** Further requests for events that had been taken: at least once is not exactly once. */
  duplicates: number;
  /** Requests that were refused, and refusals written down: fewer, because a kill can fall between both. */
  refused: number;
  errors: number;
  /** Given up after four attempts and sent again by the call for all of a day. */
  resent: number;
};

const refusedShare = 0.3;

async function makeHooks({ post }: Person, { url, secrets }: FlakyReceiver, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { webhook } = await post('/webhooks', endpoints.createWebhook.data, { webhookUrl: url });
    secrets.set(webhook.webhookToken, webhook.signingSecret);
    ids.push(webhook.id);
  }
  return ids;
}

/** Asks the database itself. Only while the server runs. */
async function ask<T>(dataDir: string, row: z.ZodType<T>, sql: string): Promise<T[]> {
  const { pool, close } = createDb({ url: runningPostgresUrl(dataDir) ?? '' });
  try {
    return z.array(row).parse((await pool.query(sql)).rows);
  } finally {
    await close();
  }
}

const states = z.object({ waiting: z.number(), failed: z.number() });

/** Waits until nothing waits for an attempt; what was given up meanwhile is sent again, day by day. @returns how many those were */
async function untilSettled(dataDir: string, person: Person, hookIds: readonly string[]): Promise<number> {
  // An upload that waits for its analysis has no delivery yet.
  const select = `select count(*) filter (where state = 'waiting')::int
      + (select count(*) from media where state = 'queued')::int as waiting,
    count(*) filter (where state = 'failed')::int as failed from delivery`;
  let resent = 0;
  for (;;) {
    const [now] = await ask(dataDir, states, select);
    if (now?.waiting === 0 && now.failed === 0) return resent;
    if (now?.waiting === 0) {
      for (const id of hookIds) {
        const { open_days } = await person.get(`/webhooks/${id}/deliveries`, endpoints.listDeliveries.data);
        for (const { day } of open_days)
          resent += (await person.post(`/webhooks/${id}/resend-failed`, endpoints.resendFailed.data, { day })).events;
      }
    }
    await sleep(1_000);
  }
}

const log = z.object({
  id: z.string(),
  accepted: z.boolean(),
  is_active: z.boolean(),
  miscounted: z.boolean(),
  errors: z.number(),
});

async function readLog(dataDir: string): Promise<z.infer<typeof log>[]> {
  return await ask(
    dataDir,
    log,
    `select d.id, d.accepted_at is not null as accepted, w.is_active, coalesce(a.errors, 0)::int as errors,
      (d.attempts <> coalesce(a.made, 0) or coalesce(a.errors, 0) <> d.attempts - 1 or d.last_error is not null) as miscounted
    from delivery d join webhook w on w.id = d.webhook_id left join (
      select delivery_id, count(*) as made, count(error) as errors from delivery_attempt group by 1
    ) a on a.delivery_id = d.id`,
  );
}

/**
 * Uploads while the receiver of the hooks refuses three of ten requests and the whole server is killed with -9 again and again
 * at seeded moments; waits until every event has arrived; compares what was written down with what came. The caller
 * judges the numbers.
 */
export async function killDuringDeliveries(options: WebhookProofOptions): Promise<WebhookProofResult> {
  const { uploads, hooks, kills, seed, refusalsMax = Number.POSITIVE_INFINITY, print = () => undefined } = options;
  const random = randomFrom(seed);
  const receiver = await startFlakyReceiver({ seed, refusedShare, refusalsMax });
  const env = { WORKERS: '2', TENANT_PRIVATE_TARGETS: receiver.address };
  const first = await startServer({ command: 'node', env });
  const { port } = new URL(first.url);
  let server: Server = first;
  try {
    const person = await registerPerson(server, 'owner@example.com');
    server.grant(person.email, uploads * 2);
    const ids = await makeHooks(person, receiver, hooks + 1);
    const [off = ''] = ids;
    // The hook that is off is told of nothing: its token is a stranger's from here on.
    await person.patch(`/webhooks/${off}`, endpoints.updateWebhook.data, { isActive: false });
    receiver.secrets.delete([...receiver.secrets.keys()][0] ?? '');
    const client = createClient({ baseUrl: server.url, token: await person.createToken() });

    const keys = Array.from({ length: uploads }, (_, n) => `webhooks-${seed}-${n}`);
    const uploader = async (): Promise<void> => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) await uploadUntilTaken(client, key);
    };
    const killer = async (): Promise<void> => {
      for (let kill = 1; kill <= kills; kill += 1) {
        const moment = Math.floor(((kill - random()) * uploads * hooks) / kills);
        while (receiver.requests < moment) await sleep(5);
        await server.end('SIGKILL');
        print(`killed after ${receiver.requests} requests of ${uploads * hooks} events`);
        server = await startServer({ command: 'node', dataDir: first.dataDir, env: { ...env, PORT: port } });
      }
    };
    await Promise.all([killer(), ...Array.from({ length: 3 }, uploader)]);
    print(`${receiver.requests} requests; waiting for what is left`);
    const resent = await untilSettled(first.dataDir, person, ids.slice(1));
    return judge(await readLog(first.dataDir), receiver, resent);
  } finally {
    await server.end('SIGINT');
    await receiver.close();
    await rm(first.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function judge(rows: z.infer<typeof log>[], { taken, refused, strangers }: FlakyReceiver, resent: number): WebhookProofResult {
  const active = rows.filter(({ is_active }) => is_active);
  const arrived = active.filter(({ id }) => taken.has(`msg_${id}`)).length;
  return {
    events: active.length,
    arrived,
    accepted: active.filter(({ accepted }) => accepted).length,
    inactive: rows.length - active.length,
    strangers,
    miscounted: rows.filter(({ miscounted }) => miscounted).length,
    duplicates: [...taken.values()].reduce((sum, times) => sum + times - 1, 0),
    refused,
    errors: rows.reduce((sum, { errors }) => sum + errors, 0),
    resent,
  };
}
