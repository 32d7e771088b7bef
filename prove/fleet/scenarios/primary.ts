import { setTimeout as sleep } from 'node:timers/promises';
import { askAnew, type StandbyPair } from '../../../packages/server/test/engines/patroni.ts';
import { type Load, startLoad } from '../../steady-load.ts';
import type { Fleet } from '../fleet.ts';
import { atMost, exactly, type Figure, told } from '../report.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { judge } from '../settle.ts';
import { withFleet } from '../with-fleet.ts';

const [crashes, poolRestarts] = [3, 5];
const frozenMs = 25_000;
/** What a server hears late, or takes back, shows after that. */
const restMs = 20_000;
/** Beside the time for which a silent primary keeps its place. */
const spareMs = 5_000;

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** Until somebody who comes anew can write. @returns how long that took, in ms */
async function untilWritable(url: string): Promise<number> {
  const begun = performance.now();
  const beat = 'create table if not exists proof_beat (at timestamptz); insert into proof_beat values (now())';
  const write = () => askAnew(url, beat, { limitMs: 1_000 });
  while (
    !(await write().then(
      () => true,
      () => false,
    ))
  )
    await sleep(100);
  return performance.now() - begun;
}

type Faults = { fleet: Fleet; pair: StandbyPair; load: Load; between: number; print: (line: string) => void };

/** @returns how long nobody could write, and how long no upload was acknowledged, after each loss of the primary, in ms */
async function loseDatabases({ fleet, pair, load, between, print }: Faults): Promise<{ writes: number[]; uploads: number[] }> {
  const lost = { writes: Array.of<number>(), uploads: Array.of<number>() };
  const after = async (what: string): Promise<void> => {
    const begun = performance.now();
    // The next one to write is another: what a dying server has taken is not what is asked.
    await sleep(1_000);
    const [writes, uploads] = await Promise.all([
      untilWritable(pair.url).then((ms) => ms + 1_000),
      load.uploaded(1).then(() => performance.now() - begun),
    ]);
    lost.writes.push(writes);
    lost.uploads.push(uploads);
    print(`${what}: writes after ${seconds(writes)} s, an upload after ${seconds(uploads)} s`);
  };
  const primary = async () => {
    for (;;) {
      const name = await pair.leader();
      if (name !== null) return name;
      await sleep(100);
    }
  };
  for (let n = 0; n < crashes; n += 1) {
    await load.uploaded(between);
    const name = await primary();
    pair.crash(name);
    await after(`${name} killed`);
    await pair.untilTakenOver(name);
    await pair.start(name);
    await pair.untilSynchronous();
  }
  await load.uploaded(between);
  const name = await primary();
  const thaw = pair.freeze(name);
  const thawed = sleep(frozenMs).then(thaw);
  await after(`${name} frozen`);
  await thawed;
  await pair.untilSynchronous();
  for (let n = 0; n < poolRestarts; n += 1) {
    await load.uploaded(between);
    await fleet.engines.pool.restart();
    print('PgBouncer restarted');
  }
  await load.uploaded(between);
  return lost;
}

/** What of the acknowledged uploads a server itself lacks, and what it says of the ledger. */
async function askNode(url: string, ids: readonly string[]): Promise<{ lost: number; commits: number }> {
  const [found] = await askAnew<{ lost: number; commits: number }>(
    url,
    `select (select count(*)::int from unnest($1::uuid[]) id where not exists (select from media where media.id = id)) as lost,
      (select count(*)::int from usage_entry where kind = 'commit') as commits`,
    { values: [ids], limitMs: 60_000 },
  );
  return found ?? { lost: -1, commits: -1 };
}

/** The primary is killed and frozen, and PgBouncer is restarted, while uploads go on (acceptance OPS-04). */
export const primary: Scenario = async ({ size, seed, print }) => {
  const options = { http: 2, jobs: 1, analysis: 2, accounts: 2, frames: 1_000_000, seed, hasStandby: true };
  return await withFleet(options, async (fleet) => {
    const { pair, webUrl: baseUrl } = fleet.engines;
    if (!pair) throw new Error('There is no standby');
    const load = startLoad({ baseUrl, fetch, tokens: fleet.tokens, name: `primary-${seed}`, readings: [], decides: false });
    const lost = await loseDatabases({ fleet, pair, load, between: scaled(200, size, 5), print }).finally(load.stop);
    print(`${load.ids.length} uploads acknowledged`);
    await sleep(restMs);
    const judged = await judge(fleet, load.ids);
    const nodes = await Promise.all(pair.nodeUrls.map((url) => askNode(url, load.ids)));
    const figures: Figure[] = nodes.flatMap(({ lost: missing, commits }, n) => [
      exactly(`uploads lost on server ${n + 1}, after 20 s of rest`, missing, 0),
      exactly(`charges on server ${n + 1}, after 20 s of rest`, commits, load.ids.length),
    ]);
    const most = seconds(pair.ttlMs + spareMs);
    return [
      told('uploads', load.ids.length),
      told('times that the primary was killed', crashes),
      told('times that the primary was frozen for 25 s', 1),
      told('times that PgBouncer was restarted', poolRestarts),
      atMost(`longest time without writes, at a ttl of ${pair.ttlMs / 1_000} s`, seconds(Math.max(...lost.writes)), most, ' s'),
      told('longest time without an acknowledged upload, in seconds', seconds(Math.max(...lost.uploads))),
      told(
        'machines that came back',
        fleet.machines.reduce((sum, one) => sum + one.restarts(), 0),
      ),
      ...judged,
      ...figures,
    ];
  });
};
