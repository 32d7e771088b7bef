import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@clearframe/sdk';
import { familyOf } from '../../../e2e/server.ts';
import { queueSchema } from '../../../packages/server/src/queue/install.ts';
import { uploadUntilTaken } from '../../upload-until-taken.ts';
import { analysisRole, type Fleet } from '../fleet.ts';
import { pictureOf } from '../picture-of.ts';
import { atMost, exactly, type Figure, told } from '../report.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { countPaidTries, judge } from '../settle.ts';
import { withFleet } from '../with-fleet.ts';

/** Longer than the processor needs: so long a machine is busy with a picture and uses little of the two cores that all share. */
const analyserMs = 1_500;
/** So many wait at least, so that no machine is ever without work. */
const backlog = 40;
const linearShare = 0.9;
/** Who gets that much of all cores gets no more from another machine. */
const coresEnd = 0.9;

/** Seconds of processor time of everything that this proof has started. */
function processorSeconds(): number {
  const ticks = familyOf(process.pid).map(({ pid }) => {
    try {
      // After the name, which may hold spaces: the eleventh and twelfth are time in user and in system mode.
      const [user = '0', system = '0'] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '')
        .split(' ')
        .slice(11, 13);
      return Number(user) + Number(system);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

const numberOf = async ({ pool }: Fleet, query: string): Promise<number> =>
  (await pool.query<{ count: number }>(query)).rows[0]?.count ?? 0;
const countQueued = (fleet: Fleet) => numberOf(fleet, "select count(*)::int as count from media where state = 'queued'");
const countDone = (fleet: Fleet) => numberOf(fleet, "select count(*)::int as count from media where state = 'done'");
const countActive = (fleet: Fleet) =>
  numberOf(fleet, `select count(*)::int as count from ${queueSchema}.job where name = 'moderate-media' and state = 'active'`);

/** Always enough waits. */
function keepBusy(fleet: Fleet, client: Client, seed: number) {
  const ids: string[] = [];
  let [begun, isOver] = [0, false];
  const one = async (): Promise<void> => {
    begun += 1;
    const key = `scale-${seed}-${begun}`;
    ids.push(await uploadUntilTaken(client, key, { bytes: pictureOf(key), waitMs: 0 }));
  };
  const work = async (): Promise<void> => {
    while (!isOver) {
      if ((await countQueued(fleet)) < backlog) await Promise.all(Array.from({ length: 8 }, one));
      else await sleep(100);
    }
  };
  const working = work();
  return {
    ids,
    async end() {
      isOver = true;
      await working;
    },
  };
}

type Pace = { machines: number; perSecond: number; cores: number };

/** From the first to the last that was done since that moment: the ends of a short time would count for too much. */
const paceSince = `select (count(*) - 1) / extract(epoch from max(completed_on) - min(completed_on))::float as pace
  from ${queueSchema}.job where name = 'moderate-media' and completed_on >= $1`;

/** How fast this many machines are, and what all of the proof takes of the cores meanwhile. */
async function measure(fleet: Fleet, machines: number, forMs: number): Promise<Pace> {
  // Until each of them is in the middle of a picture.
  await sleep(2 * analyserMs);
  const { rows: now } = await fleet.pool.query<{ now: string }>('select now()::text as now');
  const [begun, spent] = [performance.now(), processorSeconds()];
  await sleep(forMs);
  const cores = (processorSeconds() - spent) / ((performance.now() - begun) / 1_000);
  const { rows } = await fleet.pool.query<{ pace: number }>(paceSince, [now[0]?.now]);
  return { machines, perSecond: rows[0]?.pace ?? Number.NaN, cores };
}

/** Everybody leaves at once. @returns after how many ms nothing runs any more, and how all of them ended */
async function leaveAll(fleet: Fleet): Promise<{ handedBackMs: number; codes: (number | null)[] }> {
  const leaving = Promise.all(fleet.of(analysisRole).map((one) => one.leave()));
  const begun = performance.now();
  while ((await countActive(fleet)) > 0) await sleep(10);
  const handedBackMs = performance.now() - begun;
  return { handedBackMs, codes: (await leaving).map(({ code }) => code) };
}

/** The pace of several machines beside that of one, unless there are no more cores. */
function linear(one: Pace, several: Pace): Figure {
  const times = several.perSecond / one.perSecond;
  const least = Math.round(linearShare * several.machines * 10) / 10;
  const cores = availableParallelism();
  return {
    what: `pictures a second of ${several.machines} machines beside one`,
    measured: `× ${times.toFixed(2)} (${several.perSecond.toFixed(2)} a second)`,
    must: `≥ × ${least}, or ${coresEnd * 100} % of the cores`,
    holds: times >= least || several.cores >= coresEnd * cores,
  };
}

const busy = ({ machines, cores }: Pace): Figure =>
  told(
    `cores that all of it takes with ${machines === 1 ? '1 machine' : `${machines} machines`}`,
    `${cores.toFixed(2)} of ${availableParallelism()}`,
  );

/** One analysis machine, four, none and two, while pictures wait (acceptance OPS-03). */
export const scale: Scenario = async ({ size, seed, print }) => {
  const forMs = scaled(180_000, size, 30_000);
  return await withFleet({ http: 1, analysis: 1, frames: 100_000, seed, analyserMs }, async (fleet) => {
    const [client] = fleet.clients;
    if (!client) throw new Error('There is no account');
    const load = keepBusy(fleet, client, seed);
    const one = await measure(fleet, 1, forMs);
    print(`1 machine: ${one.perSecond.toFixed(2)} pictures a second`);
    for (let n = 0; n < 3; n += 1) await fleet.add(analysisRole);
    const four = await measure(fleet, 4, forMs);
    print(`4 machines: ${four.perSecond.toFixed(2)} pictures a second`);
    const { handedBackMs, codes } = await leaveAll(fleet);
    const before = await countDone(fleet);
    await sleep(forMs / 4);
    const withoutAny = (await countDone(fleet)) - before;
    print(`none: all handed back after ${Math.round(handedBackMs)} ms`);
    for (const machine of fleet.of(analysisRole).slice(0, 2)) await machine.start();
    const two = await measure(fleet, 2, forMs);
    print(`2 machines: ${two.perSecond.toFixed(2)} pictures a second`);
    await load.end();
    const perPicture = four.cores / four.perSecond;
    return [
      told('uploads', load.ids.length),
      told('an analyser takes of each picture', `${analyserMs} ms`),
      told('pictures a second of 1 machine', one.perSecond.toFixed(2)),
      linear(one, four),
      linear(one, two),
      ...[one, four, two].map(busy),
      told(`the ${availableParallelism()} cores end at`, `${(availableParallelism() / perPicture).toFixed(1)} pictures a second`),
      atMost('handed back after', handedBackMs / 1_000, 1, ' s'),
      exactly('machines that did not leave in order', codes.filter((code) => code !== 0).length, 0),
      exactly('judged while there was no machine', withoutAny, 0),
      exactly('tries that a job paid for', await countPaidTries(fleet), 0),
      ...(await judge(fleet, load.ids)),
    ];
  });
};
