import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@clearframe/contract';
import { createClient } from '@clearframe/sdk';
import { z } from 'zod';
import { type Person, password, registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { createDb } from '../packages/server/src/db/client.ts';
import { runningPostgresUrl } from '../packages/server/src/db/embedded-postgres.ts';
import { dropEmptyMonths, makeMonths } from '../packages/server/src/db/partitions/make-months.ts';
import { listMonths } from '../packages/server/src/db/partitions/partitioned-tables.ts';
import { type Answer, type Call, callAs } from './call-as.ts';
import { pathsOf } from './million-paths.ts';
import { fillMillion } from './million-rows.ts';
import { type Watched, watchDatabase } from './million-watch.ts';
import { picture, uploadUntilTaken } from './upload-until-taken.ts';

export type MillionOptions = {
  items: number;
  /** Kept afterwards; else a temporary folder. */
  dataDir?: string;
  print: (line: string) => void;
};

/** What was asked and how long its answer took; of several times the longest. */
type Timed = Answer & { name: string };
/** What one change took, what others waited for meanwhile, and what they asked. */
type Phase = Watched & Timed & { others: Timed[] };
export type MillionResult = { items: number; reads: Timed[]; phases: Phase[]; load: number };

/** How often each address is asked. */
const rounds = 3;
/** For so long the minutely sweep is watched. */
const sweepMs = 130_000;

async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port');
  return { address: `127.0.0.1:${bound.port}`, close: () => server.close() };
}

/** People at work in the large account: they upload, decide and look, one thing after the other, until they are asked to stop. */
function workOn({ call, ids, upload }: { call: Call; ids: readonly string[]; upload: () => Promise<Answer> }) {
  const seen = new Map<string, Timed>();
  let isOver = false;
  const timed = async (name: string, ask: () => Promise<Answer>) => {
    const { ms, status } = await ask();
    const before = seen.get(name);
    if (!before || ms > before.ms || status >= 400) seen.set(name, { name, ms, status });
  };
  const loop = async (each: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn += 1) await each(turn);
  };
  const pick = (turn: number) => ids[turn % ids.length] ?? '';
  const all = Promise.all([
    loop(() => timed('upload', upload)),
    loop((turn) => timed('pass', () => call(`/media/${pick(turn * 2)}/pass`, { body: { hold_ms: 0 } }))),
    loop((turn) => timed('fail', () => call(`/media/${pick(turn * 2 + 1)}/fail`, { body: { hold_ms: 0 } }))),
    loop(() => timed('list', () => call('/media'))),
  ]);
  return async (): Promise<Timed[]> => {
    isOver = true;
    await all;
    return [...seen.values()];
  };
}

/**
 * Fills a real server with items by SQL, asks it for every list and figure, then deletes a token, a webhook, a person and an account
 * while others work, and watches what they wait for. The caller judges the numbers.
 */
export async function measureMillion({ items, dataDir, print }: MillionOptions): Promise<MillionResult> {
  const receiver = await startReceiver();
  const env = { WORKERS: '1', TENANT_PRIVATE_TARGETS: receiver.address };
  const server = await startServer({ command: 'node', env, ...(dataDir === undefined ? {} : { dataDir }) });
  const url = runningPostgresUrl(server.dataDir) ?? '';
  const { db, pool, close } = createDb({ url, patient: true, name: 'million fill' });
  try {
    const now = new Date();
    const monthsLater = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15));
    // As a server has them that was there already.
    await makeMonths(db, monthsLater(-3));
    const [owner, member, leaving, forgetful] = [
      await registerPerson(server, 'owner@example.com'),
      await registerPerson(server, 'member@example.com'),
      await registerPerson(server, 'leaving@example.com'),
      await registerPerson(server, 'forgetful@example.com'),
    ];
    for (const { email } of [owner, leaving, forgetful]) server.grant(email, 10_000);
    const { webhook } = await owner.post('/webhooks', endpoints.createWebhook.data, {
      webhookUrl: `http://${receiver.address}/`,
    });
    const kept = await owner.createToken();
    const client = createClient({ baseUrl: server.url, token: kept });
    const template = await uploadUntilTaken(client, 'template');
    await client.waitForVerdict(template);
    const made = async (person: Person) =>
      (await person.post('/access-tokens', endpoints.createToken.data, { name: 'of most items' })).access_token.id;
    const [tokenId, leavingToken] = [await made(owner), await made(leaving)];
    const one = async (sql: string, values: unknown[]): Promise<string> =>
      (await pool.query<{ id: string }>(sql, values)).rows[0]?.id ?? '';
    const accountOf = ({ email }: Person) =>
      one('select account_id as id from membership join "user" on id = user_id where email = $1', [email]);
    const userOf = ({ email }: Person) => one('select id from "user" where email = $1', [email]);
    const [busyAccount, leavingAccount] = [await accountOf(owner), await accountOf(leaving)];
    const forgetfulAccount = await accountOf(forgetful);
    const [ownerId, memberId, leavingId] = [await userOf(owner), await userOf(member), await userOf(leaving)];
    await pool.query("insert into membership (account_id, user_id, role) values ($1, $2, 'moderator')", [busyAccount, memberId]);

    const [small, few] = [Math.floor(items / 10), Math.floor(items / 20)];
    const most = items - small - few;
    print(`${most} items of one account, ${small} of one that closes, ${few} of one that keeps them for 60 days`);
    await fillMillion(pool, {
      template,
      print,
      shares: [
        { items: most, accountId: busyAccount, people: [ownerId, memberId], tokenId, webhookId: webhook.id },
        { items: small, accountId: leavingAccount, people: [leavingId], tokenId: leavingToken, webhookId: null },
        { items: few, accountId: forgetfulAccount, people: [await userOf(forgetful)], tokenId: null, webhookId: null },
      ],
    });
    const ids = (
      await pool.query<{ id: string }>(
        "select id from media where account_id = $1 and state = 'done' and access_token_id is not null order by created_at limit 5000",
        [busyAccount],
      )
    ).rows.map(({ id }) => id);
    const mediaId = await one('select id from media where account_id = $1 order by created_at offset $2 limit 1', [
      busyAccount,
      Math.floor(most / 2),
    ]);
    const deliveryId = await one('select id from delivery where webhook_id = $1 limit 1', [webhook.id]);

    const until = async (sql: string, values: unknown[] = []) => {
      while ((await pool.query(sql, values)).rowCount !== 0) await sleep(100);
    };
    // The sweep counts what was there before the sums.
    await until('select 1 from author_uncounted union all select 1 from media_uncounted');
    const watch = await watchDatabase(url);
    const call = callAs(server, owner);
    const reads: Timed[] = [];
    for (const { name, path, by, body } of pathsOf({ items: most, mediaId, webhookId: webhook.id, deliveryId })) {
      const asked = { ...(by === 'token' ? { token: kept } : {}), ...(body ? { body } : {}) };
      const answers = [];
      for (let round = 0; round < rounds; round += 1) answers.push(await call(path, asked));
      const slowest = answers.toSorted((a, b) => b.ms - a.ms)[0] ?? { ms: 0, status: 0 };
      reads.push({ name, ...slowest });
      print(`${String(slowest.ms).padStart(6)} ms  ${slowest.status}  ${name}`);
    }
    watch.since();

    const upload = () => {
      const body = new FormData();
      body.set('media', new Blob([picture], { type: 'image/webp' }), 'pears.webp');
      return call('/v1/upload?wait=0', { body, token: kept });
    };
    const phases: Phase[] = [];
    const during = async (name: string, change: () => Promise<number>) => {
      const stop = workOn({ call, ids, upload });
      const from = performance.now();
      const status = await change();
      const ms = Math.round(performance.now() - from);
      const phase = { name, ms, status, ...watch.since(), others: await stop() };
      phases.push(phase);
      print(JSON.stringify(phase));
    };
    const remove = async (person: Person, path: string, body?: object) =>
      (await callAs(server, person)(path, { method: 'DELETE', ...(body ? { body } : {}) })).status;
    const leave = async (person: Person) => {
      await person.post('/auth/confirm', z.unknown(), { password });
      return await remove(person, '/users/me', { confirm: person.email });
    };
    await during('nothing but work and the sweep', () => sleep(sweepMs, 200));
    await during('months to come are made', async () => {
      while ((await makeMonths(db, monthsLater(3))) > 0);
      return 200;
    });
    await during('a token of most items is deleted', () => remove(owner, `/access-tokens/${tokenId}`));
    await during('a webhook with all deliveries is deleted', () => remove(owner, `/webhooks/${webhook.id}`));
    await during('a person who uploaded many items leaves', async () => {
      const status = await leave(member);
      if (status < 400) await until('select 1 from "user" where id = $1', [memberId]);
      return status;
    });
    await during(`an account of ${few} items keeps them for 60 days`, async () => {
      await pool.query('insert into retention (account_id, safe_days) values ($1, 60)', [forgetfulAccount]);
      await pool.query("delete from sweep_position where step = 'retention'");
      const old = "account_id = $1 and not moderation_flagged and not needs_review and created_at < now() - interval '60 days'";
      await until(`select 1 from media where ${old} limit 1`, [forgetfulAccount]);
      return 200;
    });
    await during(`an account of ${small} items closes`, async () => {
      const status = await leave(leaving);
      if (status < 400) await until('select 1 from account where id = $1', [leavingAccount]);
      return status;
    });
    const months = [...(await listMonths(db))].flatMap(([table, [first]]) => (first === undefined ? [] : [`${table}_${first}`]));
    for (const month of months) await pool.query(`delete from ${month}`);
    watch.since();
    // The sweep would drop it a month later.
    await during('a month of five tables is dropped', async () => {
      const isThere = async () =>
        [...(await listMonths(db))].some(([table, own]) => own.some((one) => months.includes(`${table}_${one}`)));
      for (; await isThere(); await sleep(200)) await dropEmptyMonths(db, monthsLater(1));
      return 200;
    });
    await watch.close();
    return { items, reads, phases, load: Math.round((loadavg()[0] ?? 0) * 10) / 10 };
  } finally {
    receiver.close();
    await close();
    await server.stop();
  }
}
