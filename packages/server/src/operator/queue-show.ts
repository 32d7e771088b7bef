import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { readClusterFacts } from '../metrics/read-cluster-facts.ts';
import { countFailed } from '../moderation/upload/retry-failed.ts';
import { queueSchema } from '../queue/install.ts';
import { type LaneSeen, listLanes } from '../webhooks/lanes/list-lanes.ts';
import { grouped } from './count-files.ts';
import type { OperatorOutput } from './run.ts';

/** Webhooks that are shown, those with most events first. */
const lanesShown = 20;

/** Jobs whose every attempt failed, of about a day: then they are forgotten. */
async function failedJobs(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; count: number }>(
    sql`select name, count(*)::int as count from ${sql.identifier(queueSchema)}.job where state = 'failed' group by name`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

const columns = ['due', 'later', 'running', 'failed', 'oldest'] as const;
const row = (name: string, cells: readonly string[]): string =>
  [name.padEnd(24), ...cells.map((cell) => cell.padStart(10))].join('');

function age(seconds: number): string {
  if (seconds < 1) return '–';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

function laneLine({ id, accountId, isActive, due, later, gaveUp, isSlow, isParked, isLeased }: LaneSeen): string {
  const state = [
    isActive ? null : 'off',
    isParked ? 'paused by its Retry-After' : null,
    isSlow ? 'slow' : null,
    isLeased ? null : 'nobody tells it now',
  ].filter((word) => word !== null);
  const figures = `${grouped(due)} due, ${grouped(later)} later, ${grouped(gaveUp)} given up`;
  return `  ${id}  account ${accountId}  ${figures}${state.length === 0 ? '' : `  (${state.join(', ')})`}`;
}

/** `clearframe queue show`: what waits, what runs and what failed, by queue, and by webhook where its events wait. */
export async function showQueue(db: Db, { print }: OperatorOutput): Promise<number> {
  const [{ queues }, failed] = [await readClusterFacts(db), await failedJobs(db)];
  print(row('queue', columns));
  for (const { queue, ready, deferred, active, oldestSeconds } of queues) {
    const counts = [ready, deferred, active, failed.get(queue) ?? 0].map(grouped);
    print(row(queue, [...counts, age(oldestSeconds)]));
  }
  const uploads = await countFailed(db);
  if (uploads > 0)
    print(`${grouped(uploads)} uploads are Not checked because their analysis failed: clearframe queue retry analyses`);
  const lanes = await listLanes(db);
  if (lanes.length === 0) return 0;
  print('Webhooks with waiting or given-up events:');
  for (const lane of lanes.slice(0, lanesShown)) print(laneLine(lane));
  if (lanes.length > lanesShown) print(`  and ${grouped(lanes.length - lanesShown)} more`);
  if (lanes.some(({ gaveUp, isActive }) => isActive && gaveUp > 0))
    print('To send given-up events again: clearframe queue retry deliveries');
  return 0;
}
