import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@clearframe/sdk';
import { queueSchema } from '../../../packages/server/src/queue/install.ts';
import { uploadUntilTaken } from '../../upload-until-taken.ts';
import type { Fleet } from '../fleet.ts';
import { pictureOf } from '../picture-of.ts';
import { atLeast, atMost, told } from '../report.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { judge, secondsToVerdicts, upload } from '../settle.ts';
import { withFleet } from '../with-fleet.ts';

const betweenMs = 10_000;
const idleSamples = 6;
const fewestSamples = 4;

const sender = (client: Client) => (key: string) => uploadUntilTaken(client, key, { bytes: pictureOf(key), waitMs: 0 });

/** When each job came into the queue: `created_on` is when its transaction began, which is long before where a machine has much to do. */
const noteComing = [
  'create table proof_came (id uuid primary key, at timestamptz not null)',
  `create function proof_came() returns trigger language plpgsql as $note$ begin
    insert into public.proof_came values (new.id, clock_timestamp()) on conflict do nothing;
    return null;
  end $note$`,
  `create trigger proof_came after insert on ${queueSchema}.job for each row execute function proof_came()`,
];

/**
 * How an analysis waited and ran, by the database's clock: seconds. `ahead` = jobs that began while it waited; `beside` = how long those
 * took, on average, that ran while it waited; null = none did.
 */
type Run = { waited: number; took: number; ahead: number; beside: number | null };

async function runsOf({ pool }: Fleet, ids: readonly string[]): Promise<Run[]> {
  const { rows } = await pool.query<Run>(
    `with run as (select (data->>'mediaId')::uuid as id, came.at as came, started_on, completed_on,
         extract(epoch from completed_on - started_on)::float as took
       from ${queueSchema}.job join proof_came came using (id) where name = 'moderate-media' and state = 'completed')
     select extract(epoch from started_on - came)::float as waited, took,
       (select count(*)::int from run other where other.started_on > run.came and other.started_on < run.started_on) as ahead,
       (select avg(other.took) from run other
         where other.started_on < run.started_on and other.completed_on > run.came) as beside
     from run where id = any($1::uuid[])`,
    [ids],
  );
  return rows;
}

/** A group of these is taken by age: whoever comes behind its first one waits for all of it. */
const sharedTurns = `select max(size)::int as count from (select count(*) as size from ${queueSchema}.job
  where name = 'moderate-media' and (data->>'mediaId')::uuid = any($1::uuid[]) group by priority) as groups`;

const median = (values: number[]): number =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const most = (values: readonly number[]): number => Math.max(...values);
const seconds = (value: number): string => `${value.toFixed(2)} s`;

/** One account floods the queue, and another sends a picture now and then. */
export const fair: Scenario = async ({ size, seed, print }) => {
  const flood = scaled(10_000, size, 200);
  return await withFleet({ accounts: 2, frames: flood * 2, seed }, async (fleet) => {
    const [first, second] = fleet.clients;
    if (!first || !second) throw new Error('There are no two accounts');
    const [sendA, sendB] = [sender(first), sender(second)];
    for (const statement of noteComing) await fleet.pool.query(statement);
    const idle: string[] = [];
    for (let n = 0; n < idleSamples; n += 1) {
      const id = await sendB(`idle-${seed}-${n}`);
      idle.push(id);
      await secondsToVerdicts(fleet, [id], performance.now());
    }
    const uploading = upload(
      Array.from({ length: flood }, (_, n) => `fair-${seed}-${n}`),
      6,
      sendA,
    );
    while (uploading.ids.length < flood / 10) await sleep(100);
    const busy: string[] = [];
    const waiting = async (): Promise<number> => {
      const { rows } = await fleet.pool.query<{ count: number }>(
        "select count(*)::int as count from media where state = 'queued'",
      );
      return rows[0]?.count ?? 0;
    };
    let deepest = 0;
    for (let left = await waiting(); left > 10 || uploading.ids.length < flood; left = await waiting()) {
      deepest = Math.max(deepest, left);
      print(`${left} of A wait, B sends one`);
      busy.push(await sendB(`busy-${seed}-${busy.length}`));
      await sleep(betweenMs);
    }
    await uploading.done;
    const figures = await judge(fleet, [...idle, ...busy, ...uploading.ids]);
    const [quiet, loaded, ofA] = [await runsOf(fleet, idle), await runsOf(fleet, busy), await runsOf(fleet, uploading.ids)];
    const { rows: shared } = await fleet.pool.query<{ count: number }>(sharedTurns, [uploading.ids]);
    const job = median(ofA.map(({ took }) => took));
    const [before, worst] = [median(quiet.map(({ waited }) => waited)), most(loaded.map(({ waited }) => waited))];
    const longer = most(loaded.map(({ waited, beside }) => (beside === null ? 0 : (waited - before) / beside)));
    return [
      told('pictures of A', flood),
      told('pictures of A that waited at once, at most', deepest),
      atLeast('pictures of B meanwhile', loaded.length, fewestSamples),
      told('B waits on an idle fleet, median', seconds(before)),
      told('B waits beside A, median', seconds(median(loaded.map(({ waited }) => waited)))),
      told('B waits beside A, at most', seconds(worst)),
      told('A waits, at most', seconds(most(ofA.map(({ waited }) => waited)))),
      told('a job takes, median', seconds(job)),
      told('jobs of A that share a turn, at most', shared[0]?.count ?? 'none'),
      atMost('B waits longer by, at most, measured by the jobs that ran meanwhile', longer, 2, ' jobs'),
      atMost('jobs of A that began while B waited, at most', most(loaded.map(({ ahead }) => ahead)), 2),
      ...figures,
    ];
  });
};
