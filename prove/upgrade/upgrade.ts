import { countRequests } from '../counted-requests.ts';
import { atMost, exactly, type Figure, told } from '../fleet/report.ts';
import { runCommand } from '../fleet/run-command.ts';
import { type Outcome, type Scenario, scaled } from '../fleet/scenario.ts';
import { judge } from '../fleet/settle.ts';
import { watchDatabase } from '../million-watch.ts';
import { startLoad } from '../steady-load.ts';
import { oldCommit, openOldVersion } from './old-version.ts';
import { openStage, ownEnv, type Stage } from './open-stage.ts';
import { type Settled, settleOld } from './settle-old.ts';
import { takeOver, untilServed } from './take-over.ts';
import { countChanged, lookAt, type Seen } from './what-callers-see.ts';

const waiting = `select count(*)::int as count from delivery where state = 'waiting'`;
const kept = `select (select count(*)::int from media where held_at is not null) as held,
  (select count(*)::int from decision) as decided`;

const ofToken = ['/api/v1/media?limit=20', '/api/v1/usage'];
const ofSession = ['media?limit=20', 'media/counts', 'dashboard/summary', 'subscriptions/current', 'webhooks'];

/** What programs and open pages ask for again and again. */
const readingsOf = ({ token, cookie, ids }: Settled) => [
  ...[...ofToken, `/api/v1/media/${ids.at(-1)}`].map((path) => ({ path, headers: { authorization: `Bearer ${token}` } })),
  ...ofSession.map((path) => ({ path: `/api/${path}`, headers: { cookie } })),
];

/** What the old version's data shows by the new one. */
function compare(before: readonly Seen[], after: readonly Seen[]): Figure[] {
  const none: Seen = { items: new Map(), files: new Map(), subscription: '' };
  const pairs = before.map((one, n) => ({ one, other: after[n] ?? none }));
  const changed = (what: 'items' | 'files'): number =>
    pairs.reduce((sum, { one, other }) => sum + countChanged(one[what], other[what]), 0);
  return [
    exactly('items of before whose answer changed', changed('items'), 0),
    exactly('files of before whose bytes changed', changed('files'), 0),
    exactly('plans that changed', pairs.filter(({ one, other }) => one.subscription !== other.subscription).length, 0),
  ];
}

type Upgraded = { stage: Stage; oldRoot: string; perPhase: number; settledItems: number; print: (line: string) => void };

async function upgradeStage({ stage, oldRoot, perPhase, settledItems, print }: Upgraded): Promise<Figure[]> {
  const { env, webUrl, balancer, receiver, pool, machines, undo } = stage;
  const settled = await settleOld({ root: oldRoot, env, receiver, frames: 1_000_000, items: settledItems });
  print(`settled: ${settled.map(({ ids }) => ids.length).join(' + ')} items`);
  const count = async (): Promise<number> => (await pool.query<{ count: number }>(waiting)).rows[0]?.count ?? 0;
  const old = await stage.start('old', oldRoot);
  const seenBefore = await Promise.all(settled.map((one) => lookAt(stage.direct('old'), one)));
  const watch = await watchDatabase(env.DATABASE_URL);
  undo.push(watch.close);
  await untilServed(webUrl);

  const requests = countRequests(print);
  requests.enter('the old version on its tables');
  const tokens = settled.map(({ token }) => token);
  const readings = settled.flatMap(readingsOf);
  const load = startLoad({ baseUrl: webUrl, fetch: requests.fetch, tokens, name: 'upgrade', readings });
  undo.push(load.stop);
  await load.uploaded(perPhase);
  watch.since();

  requests.enter('the old version while tables are migrated');
  const waitingAtMigration = await count();
  const begun = performance.now();
  const { code, output } = await runCommand({ ...env, ...ownEnv }, ['migrate', '--apply-settings']);
  const migratedMs = Math.round(performance.now() - begun);
  for (const line of output.trim().split('\n')) print(`migrate: ${line}`);
  const lockWhileMigrating = watch.since().wait;

  requests.enter('the old version on new tables');
  await load.uploaded(perPhase);

  requests.enter('the old version while the new one starts');
  const next = await stage.start('new');
  const waitingAtHandOver = await count();

  requests.enter('the new version takes over');
  const left = await takeOver(balancer, old, next);
  const bareBeside = load.bare.length;
  await load.uploaded(perPhase);

  requests.enter('the new version alone');
  await load.uploaded(perPhase);
  await load.stop();
  const ids = [...settled.flatMap((one) => one.ids), ...load.ids];
  print(`${ids.length} uploads acknowledged, ${load.decided.length} decided by hand`);
  const judged = { machines, pool, receiver, engines: { env, postgresUrl: env.DATABASE_URL } };
  const figures = await judge(judged, ids, { told: load.decided.length });
  const seenAfter = await Promise.all(settled.map((one) => lookAt(webUrl, one)));
  const { rows } = await pool.query<{ held: number; decided: number }>(kept);
  return [
    told('uploads', ids.length),
    exactly('exit code of `clearframe migrate`', code, 0),
    told('seconds that the migration took', migratedMs / 1_000),
    ...requests.figures(),
    atMost('longest wait for a lock while tables are migrated', lockWhileMigrating.ms, 2_000, ' ms'),
    atMost('longest wait for a lock after that', watch.since().wait.ms, 2_000, ' ms'),
    told('deliveries under way when the migration began', waitingAtMigration),
    told('deliveries under way when the old version was asked to leave', waitingAtHandOver),
    exactly('exit code of the old version', left.code ?? -1, 0),
    told('seconds until the old version had left', left.ms / 1_000),
    ...figures,
    ...compare(seenBefore, seenAfter),
    told('items whose copies the old version did not show while the new one started', bareBeside),
    exactly('items without copies once the old version had left', load.bare.length - bareBeside, 0),
    exactly('items under legal hold', rows[0]?.held ?? -1, settled.length),
    exactly('decisions kept', rows[0]?.decided ?? -1, load.decided.length),
  ];
}

/**
 * From the last version for one machine to this one, under load: its database is migrated while it serves, then this version takes over
 * from it behind a balancer (acceptance OPS-03).
 */
export const upgrade: Scenario = async ({ size, seed, print }): Promise<Outcome> => {
  const old = openOldVersion();
  if ('notRun' in old) return old;
  const stage = await openStage(seed);
  if ('notRun' in stage) return stage;
  try {
    const [perPhase, settledItems] = [scaled(300, size, 10), scaled(40, size, 4)];
    return {
      setup: `Commit ${oldCommit} and this version on one PostgreSQL and one disk, behind haproxy; half of all first webhooks are refused`,
      figures: await upgradeStage({ stage, oldRoot: old.root, perPhase, settledItems, print }),
    };
  } catch (error) {
    for (const { name, output } of stage.machines) console.error(`── ${name} ──\n${output().slice(-3_000)}`);
    throw error;
  } finally {
    for (const step of stage.undo.reverse()) await step();
  }
};
