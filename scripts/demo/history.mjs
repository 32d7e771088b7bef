import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/root.mjs';

const source = (path) => pathToFileURL(join(root, 'packages/server/src', path)).href;

/** How long ago the account and its tools were made: before the first period of its plan. */
const accountDays = 64;
/** What the account has from its beginning: table, its moment, and which rows are the account's. */
const accountDates = [
  ['account', 'created_at', 'id = $1'],
  ['user', 'created_at', 'id in (select user_id from membership where account_id = $1)'],
  ['membership', 'created_at', 'account_id = $1'],
  ['access_token', 'created_at', 'account_id = $1'],
  ['webhook', 'created_at', 'account_id = $1'],
  ['keyword_settings', 'updated_at', 'account_id = $1'],
  ['quality_settings', 'updated_at', 'account_id = $1'],
];

/** How long a delivery of the shop's importer was tried, attempt by attempt: as the retries are spaced. */
const triedAfter = [0, 10, 70, 430];

/** Rows that came with an item or with a decision of it, and by how much of `moved` they move. */
const moves = [
  ['media', 'id', 'by'],
  ['analysis', 'media_id', 'by'],
  ['machine_verdict', 'media_id', 'by'],
  ['decision', 'media_id', 'decided_by'],
  ['known_picture', 'media_id', 'decided_by'],
];

/** The one that the server uses: `DATABASE_URL`, or its own. */
async function databaseUrl(dataDir) {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const { runningPostgresUrl } = await import(source('db/embedded-postgres.ts'));
  return runningPostgresUrl(dataDir);
}

/** Every moment in a row of that table, as an assignment: a column that is added moves with the others. */
async function movedDates(query, table, by) {
  const { rows } = await query(
    `select column_name from information_schema.columns
      where table_schema = 'public' and table_name = '${table}' and data_type = 'timestamp with time zone'`,
  );
  return rows.map(({ column_name: name }) => `${name} = moving.${name} - ${by}`).join(', ');
}

/** Waits for first attempts that are on their way: up to ten seconds. */
async function sent(query) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await query(`select 1 from delivery where state = 'waiting' and attempts = 0 limit 1`);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What the receiver never took counts as given up: the retries take seven minutes, which nobody waits for. */
async function giveUp(query) {
  const never = `state = 'waiting' and attempts > 0 and media_id in (select id from media where title like 'Import row%')`;
  const last = triedAfter.length;
  for (let number = 2; number <= last; number += 1)
    await query(
      `insert into delivery_attempt (delivery_id, number, at, duration_ms, status, error, response)
        select id, ${number}, a.at + interval '${triedAfter[number - 1]} s', a.duration_ms, a.status, a.error, a.response
        from delivery join delivery_attempt a on a.delivery_id = id and a.number = 1
        where ${never} and attempts < ${number}`,
    );
  await query(
    `update delivery set state = 'failed', attempts = ${last}, finished_at = begun_at + interval '${triedAfter[last - 1]} s',
      last_attempt_at = begun_at + interval '${triedAfter[last - 1]} s' where ${never}`,
  );
}

async function moveDeliveries(query) {
  const by = 'case when moving.decision_id is null then moved.by else moved.decided_by end';
  const set = await movedDates(query, 'delivery', `(${by})`);
  await query(`update delivery_attempt one set at = at - ${by} from delivery moving join moved on moved.id = moving.media_id
    where one.delivery_id = moving.id and moving.state <> 'waiting'`);
  await query(`update delivery moving set ${set} from moved where moved.id = moving.media_id and moving.state <> 'waiting'`);
}

/** A verdict names when the picture that it recognised was decided. */
const matchDates = `update analysis set moderation = jsonb_set(moderation, '{match,decided_at}',
    to_jsonb(to_char(known.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from known_picture known where moderation->'match'->>'media_id' = known.media_id::text`;

async function move(query, { items, policies }) {
  await giveUp(query);
  await query(`create temp table moved (id uuid primary key, by interval, decided_by interval) on commit drop`);
  // A person decided some minutes to two hours later, and never before now.
  await query(
    `insert into moved select id, by, by - least(by, (240 + abs(hashtext(id::text)) % 7000) * interval '1 s')
      from (select (item->>'id')::uuid id, (item->>'ms')::bigint * interval '1 ms' by from jsonb_array_elements($1::jsonb) item) given`,
    [JSON.stringify(items.map(({ id, uploadedAt, at }) => ({ id, ms: Math.max(0, uploadedAt.getTime() - at.getTime()) })))],
  );
  await moveDeliveries(query);
  for (const [table, key, by] of moves)
    await query(
      `update ${table} moving set ${await movedDates(query, table, `moved.${by}`)} from moved where moved.id = moving.${key}`,
    );
  await query(matchDates);
  await query(`update author set first_seen_at = seen.first, last_seen_at = seen.last from (
    select author_id, min(created_at) first, max(created_at) last from media join moved using (id) group by 1) seen where id = author_id`);
  const { rows } = await query('select account_id id from media join moved using (id) limit 1');
  for (const { number, ago } of policies)
    await query(
      `update policy set created_at = created_at - interval '${ago} days' where account_id = $1 and number = ${number}`,
      [rows[0].id],
    );
  for (const [table, column, which] of accountDates)
    await query(`update "${table}" set ${column} = ${column} - interval '${accountDays} days' where ${which}`, [rows[0].id]);
}

/**
 * Moves what was made in one go into the days in which it is to have happened: items with their results, decisions and deliveries, versions
 * of the policy, and the account itself. Billing has its own way (`/dev/clock`). Sums follow, because triggers keep them.
 * @param {{ items: { id: string, uploadedAt: Date, at: Date }[], policies: { number: number, ago: number }[] }} history `ago` in days
 */
export async function moveIntoPast(dataDir, history) {
  const { createDb } = await import(source('db/client.ts'));
  const { pool, close } = createDb({ url: await databaseUrl(dataDir), name: 'clearframe demo', max: 1 });
  try {
    const client = await pool.connect();
    const query = (text, values) => client.query(text, values);
    try {
      await sent(query);
      await query('begin');
      await move(query, history);
      await query('commit');
    } finally {
      client.release();
    }
  } finally {
    await close();
  }
}
