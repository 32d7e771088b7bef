import { setTimeout as sleep } from 'node:timers/promises';
import { queueSchema } from '../../packages/server/src/queue/install.ts';
import { jobDefinition } from '../../packages/server/src/queue/jobs.ts';
import { readLedgerAt } from '../ledger.ts';
import type { Engines } from './engines.ts';
import type { Fleet } from './fleet.ts';
import { exactly, type Figure, told } from './report.ts';
import { runCommand } from './run-command.ts';

/** What is looked at: the database, what the hooks heard, what machines printed, and storage by a command. */
export type Judged = Pick<Fleet, 'machines' | 'pool' | 'receiver'> & { engines: Pick<Engines, 'env' | 'postgresUrl'> };

/** So long nothing may stand still while there is work. A machine that has no time for a proof needs more, and its report says so. */
let stuckAfterMs = 60_000;
export const bePatientFor = (ms: number): void => {
  stuckAfterMs = ms;
};

const open = `select (select count(*)::int from media where state = 'queued') as items,
  (select count(*)::int from delivery where state = 'waiting') as deliveries`;

/** What whoever reads the report wants to know of that. */
const stuck = [
  "select id, attempt, created_at from media where state = 'queued' limit 10",
  `select created_at, begun_at, attempts, next_attempt_at, last_status, last_error, now() from delivery
    where state = 'waiting' limit 10`,
  'select * from webhook_lane limit 10',
];

/** Waits until all work is done, or nothing has moved for too long. @returns what is left then, and how long it took */
async function untilSettled({ pool }: Judged): Promise<{ items: number; deliveries: number; ms: number }> {
  const begun = performance.now();
  let before = { left: Number.POSITIVE_INFINITY, at: begun };
  for (;;) {
    const { rows } = await pool.query<{ items: number; deliveries: number }>(open);
    const { items = 0, deliveries = 0 } = rows[0] ?? {};
    const now = performance.now();
    if (items + deliveries < before.left) before = { left: items + deliveries, at: now };
    const isStuck = now - before.at > stuckAfterMs;
    if (isStuck) for (const query of stuck) console.error((await pool.query(query)).rows);
    if (before.left === 0 || isStuck) return { items, deliveries, ms: Math.round(now - begun) };
    await sleep(200);
  }
}

/** Waits until all of these have their verdicts. @returns seconds from that moment on, by `performance.now()` @throws when it is stuck */
export async function secondsToVerdicts({ pool }: Pick<Judged, 'pool'>, ids: readonly string[], since: number): Promise<number> {
  for (;;) {
    const { rows } = await pool.query("select from media where id = any($1::uuid[]) and state = 'queued'", [ids]);
    if (rows.length === 0) return (performance.now() - since) / 1_000;
    if (performance.now() - since > 3 * stuckAfterMs) throw new Error(`${rows.length} items have no verdict yet`);
    await sleep(50);
  }
}

const limit = jobDefinition('moderate-media').retryLimit;
/** A run that is handed back raises the limit with the number: what is left of the difference are tries that were paid. */
const paidTries = `select count(*)::int as count from ${queueSchema}.job
  where name = 'moderate-media' and retry_count > retry_limit - ${limit}`;

/** How many jobs paid for what happened with a try. */
export async function countPaidTries({ pool }: Pick<Judged, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(paidTries);
  return rows[0]?.count ?? -1;
}

/** Files that rows name and storage does not have. */
async function countMissing(fleet: Judged): Promise<number> {
  const { output } = await runCommand(fleet.engines.env, ['storage', 'check']);
  const [, missing] = /([\d,]+) of them missing in storage/.exec(output) ?? [];
  if (missing === undefined) throw new Error(`storage check says no figure:\n${output}`);
  return Number(missing.replaceAll(',', ''));
}

const rowsOf = `select
  (select count(*)::int from unnest($1::uuid[]) id where not exists (select from media where media.id = id)) as lost,
  (select count(*)::int from media where state <> 'done') as unfinished,
  (select count(*)::int from usage_period p where used <> (select coalesce(sum(frames), 0) from usage_entry
    where period_id = p.id and kind = 'commit')) as unequal,
  (select count(*)::int from delivery) as deliveries,
  (select count(*)::int from delivery where state <> 'delivered') as untold`;

/**
 * What must hold after everything that happened: nothing acknowledged is lost, charged twice or stuck, every hook was told, and the
 * counters are the ledger's.
 * @param ids of the uploads that were acknowledged; each key was repeated until it was
 * @param more events beside the one of each upload, such as those of decisions
 */
export async function judge(fleet: Judged, ids: readonly string[], more: { told?: number } = {}): Promise<Figure[]> {
  const settled = await untilSettled(fleet);
  const { rows } = await fleet.pool.query<Record<'lost' | 'unfinished' | 'unequal' | 'deliveries' | 'untold', number>>(rowsOf, [
    ids,
  ]);
  const found = rows[0] ?? { lost: -1, unfinished: -1, unequal: -1, deliveries: -1, untold: -1 };
  const ledger = await readLedgerAt(fleet.engines.postgresUrl);
  const { taken, strangers } = fleet.receiver;
  const { rows: sent } = await fleet.pool.query<{ id: string }>('select id from delivery');
  const unhandled = fleet.machines.filter((one) => /unhandled|uncaught/i.test(one.output()));
  return [
    exactly('uploads lost', found.lost, 0),
    exactly('items beyond the uploads', ledger.items - new Set(ids).size, 0),
    exactly('items without a verdict', found.unfinished, 0),
    exactly(`stuck after ${stuckAfterMs / 1_000} s`, settled.items + settled.deliveries, 0),
    exactly('charged twice', ledger.chargedTwice, 0),
    exactly('charges', ledger.commits, ids.length),
    exactly('frames used', ledger.used, ids.length),
    exactly('frames still held', ledger.reserved, 0),
    exactly('periods that differ from their ledger', found.unequal, 0),
    exactly('events', found.deliveries, ids.length + (more.told ?? 0)),
    exactly('events not delivered', found.untold, 0),
    exactly('events that never came', sent.filter(({ id }) => !taken.has(`msg_${id}`)).length, 0),
    exactly('events of a stranger', strangers, 0),
    exactly('files missing in storage', await countMissing(fleet), 0),
    exactly('machines with an unhandled error', unhandled.length, 0),
    told('events that came more than once', [...taken.values()].filter((times) => times > 1).length),
    told('seconds until all was settled', Math.round(settled.ms / 1_000)),
  ];
}

/** Uploads over the keys of one account, so many at a time. @returns ids as they are taken, and the end of it */
export function upload(keys: string[], atOnce: number, one: (key: string) => Promise<string>) {
  const ids: string[] = [];
  const left = [...keys].reverse();
  const lane = async (): Promise<void> => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) ids.push(await one(key));
  };
  return { ids, done: Promise.all(Array.from({ length: atOnce }, lane)) };
}
