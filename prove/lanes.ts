import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@clearframe/contract';
import { createClient } from '@clearframe/sdk';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { createDb } from '../packages/server/src/db/client.ts';
import { runningPostgresUrl } from '../packages/server/src/db/embedded-postgres.ts';
import { uploadUntilTaken } from './upload-until-taken.ts';

export type LaneProofResult = {
  /** Of the hook that answers in 50 ms: told and marked delivered. */
  delivered: number;
  perSecond: number;
  /** How many times the hanging hook was asked meanwhile. */
  hanging: number;
  /** Of the third hook, one event each 50 ms: how many, and ms from the insert to the request, by rank. */
  others: { events: number; p50: number; p99: number; most: number };
  load: number;
};

/** A receiver that keeps when each event came. @param answerMs null = it never answers */
async function startTimedReceiver(answerMs: number | null) {
  const came = new Map<string, number>();
  const server = createServer((request, response) => {
    came.set(String(request.headers['webhook-id']), performance.now());
    request.resume();
    if (answerMs !== null) setTimeout(() => response.writeHead(204).end(), answerMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `127.0.0.1:${bound.port}`, came, close };
}

const rank = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY);

/** Copies of a hook's first delivery, due now. */
const copies = `insert into delivery select (jsonb_populate_record(null::delivery, to_jsonb(d) || jsonb_build_object(
    'id', gen_random_uuid(), 'state', 'waiting', 'attempts', 0, 'attempts_before', 0,
    'next_attempt_at', now(), 'begun_at', null, 'accepted_at', null,
    'last_attempt_at', null, 'last_status', null, 'last_error', null, 'finished_at', null, 'created_at', now()))).*
  from (select * from delivery where webhook_id = $1 limit 1) d, generate_series(1, $2) returning id`;

/**
 * One hook answers in 50 ms, one hangs, with so many deliveries each; a third gets an event each 50 ms. On a real server with its own
 * processes. The caller judges the numbers.
 */
export async function raceLanes(deliveries: number): Promise<LaneProofResult> {
  const [fast, hanging, other] = [await startTimedReceiver(50), await startTimedReceiver(null), await startTimedReceiver(5)];
  const targets = [fast, hanging, other].map(({ address }) => address).join(',');
  const server = await startServer({ command: 'node', env: { WORKERS: '1', TENANT_PRIVATE_TARGETS: targets } });
  const { pool, close } = createDb({ url: runningPostgresUrl(server.dataDir) ?? '', patient: true });
  try {
    const person = await registerPerson(server, 'owner@example.com');
    server.grant(person.email, 100);
    const hooks: string[] = [];
    for (const { address } of [fast, hanging, other])
      hooks.push((await person.post('/webhooks', endpoints.createWebhook.data, { webhookUrl: `http://${address}/` })).webhook.id);
    const [fastId, hangingId, otherId] = hooks;
    await uploadUntilTaken(createClient({ baseUrl: server.url, token: await person.createToken() }), 'lanes');
    while (fast.came.size === 0 || hanging.came.size === 0 || other.came.size === 0) await sleep(20);
    const add = async (hook: string | undefined, count: number): Promise<string[]> =>
      (await pool.query<{ id: string }>(copies, [hook, count])).rows.map(({ id }) => id);
    const tell = () => pool.query("select pg_notify('clearframe_due', '')");

    await add(hangingId, deliveries);
    await add(fastId, deliveries);
    const begun = performance.now();
    await tell();
    const added = new Map<string, number>();
    while (fast.came.size <= deliveries) {
      const at = performance.now();
      for (const id of await add(otherId, 1)) added.set(`msg_${id}`, at);
      await tell();
      await sleep(50);
    }
    const seconds = (Math.max(...fast.came.values()) - begun) / 1_000;
    const load = loadavg()[0] ?? 0;
    while ([...added.keys()].some((id) => !other.came.has(id))) await sleep(50);
    const waits = [...added].map(([id, at]) => (other.came.get(id) ?? 0) - at).sort((one, two) => one - two);
    const count = async () =>
      Number(
        (
          await pool.query("select count(*) from delivery where webhook_id = $1 and state = 'delivered' and attempts = 1", [
            fastId,
          ])
        ).rows[0]?.count,
      );
    while ((await count()) <= deliveries) await sleep(100);
    return {
      delivered: await count(),
      perSecond: Math.round(deliveries / seconds),
      hanging: hanging.came.size,
      others: { events: waits.length, p50: rank(waits, 0.5), p99: rank(waits, 0.99), most: rank(waits, 1) },
      load: Math.round(load * 10) / 10,
    };
  } finally {
    for (const { close: end } of [fast, hanging, other]) end();
    await close();
    await server.stop();
  }
}
