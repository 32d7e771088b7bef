import { setTimeout as sleep } from 'node:timers/promises';
import { uploadUntilTaken } from '../../upload-until-taken.ts';
import { analysisRole } from '../fleet.ts';
import type { Machine } from '../machine.ts';
import type { Place } from '../network.ts';
import { pictureOf } from '../picture-of.ts';
import { atLeast, atMost, exactly, told } from '../report.ts';
import type { Scenario } from '../scenario.ts';
import { judge, secondsToVerdicts } from '../settle.ts';
import { watchStatements } from '../watch-statements.ts';
import { withFleet } from '../with-fleet.ts';

const cutMs = 60_000;
/** A machine gives its jobs back for 45 s when it is asked to stop, and tells of a process that died for 60 s. */
const halfMs = cutMs / 2;
/** So long what was not said in time is said again. */
const againMs = 10_000;

const processOf = (machine: Machine): number => machine.processes().find(({ kind }) => kind === 'analysis')?.pid ?? 0;

/**
 * Two machines lose the way to all others in the middle of their jobs and come back after a minute, and a process stands still for half
 * of that (acceptance OPS-04). What they then still say comes late: the frozen run settles, of the cut machines one tells of a process
 * that has died, and the other one gives its job back, because it was asked to stop.
 */
export const cutOff: Scenario = async ({ seed, print }) =>
  await withFleet({ http: 1, analysis: 0, frames: 1_000, seed, needsCables: true, analyserMs: 100 }, async (fleet) => {
    const { analyser, clients } = fleet;
    const [client] = clients;
    if (!client || !analyser) throw new Error('There is no account, or no analyser');
    const frozen = await fleet.add(analysisRole);
    const cut = [await fleet.add(analysisRole, { WORKERS: '2' }), await fleet.add(analysisRole)] as const;
    for (const { place } of [frozen, ...cut]) analyser.held.add(place.address);
    const send = (n: number) => uploadUntilTaken(client, `cut-${seed}-${n}`, { bytes: pictureOf(`cut-${n}`), waitMs: 0 });
    const ids = await Promise.all([1, 2, 3, 4].map(send));
    while (analyser.waiting.length < ids.length) await sleep(50);
    const survivor = await fleet.add(analysisRole);
    const watched = await watchStatements(fleet);
    const answer = (places: readonly Place[]) => {
      const addresses = places.map(({ address }) => address);
      for (const one of analyser.waiting) if (addresses.includes(one.address)) one.answer();
    };

    const stopped = processOf(frozen);
    process.kill(stopped, 'SIGSTOP');
    for (const { place } of cut) place.pull();
    const begun = performance.now();
    // It finds the answer when it goes on.
    answer([frozen.place]);
    print(`${cut.map(({ name }) => name).join(' and ')} cut off, ${frozen.name} frozen; ${survivor.name} is left`);
    const elsewhere = await secondsToVerdicts(fleet, ids, begun);
    const others = await Promise.all([5, 6, 7].map(send));
    await secondsToVerdicts(fleet, others, performance.now());
    await sleep(halfMs - (performance.now() - begun));
    const back = await watched.now();
    process.kill(stopped, 'SIGCONT');
    process.kill(processOf(cut[0]), 'SIGKILL');
    const leaving = cut[1].leave();
    await sleep(cutMs - (performance.now() - begun));
    for (const { place } of cut) place.plugIn();
    answer(cut.map(({ place }) => place));
    print('and back');
    await leaving;
    await sleep(againMs);

    const late = await watched.since(back);
    analyser.held.clear();
    await cut[1].start();
    const afterwards = await Promise.all([8, 9, 10].map(send));
    const said = (kind: string) => late.filter((one) => one.kind === kind).length;
    return [
      told('jobs of machines that were cut off', 3),
      told('jobs of processes that were frozen', 1),
      atMost('all done elsewhere', elsewhere, 25, ' s'),
      ...['settle', 'complete', 'fail', 'hand-back'].map((kind) => atLeast(`late statements: ${kind}`, said(kind), 1)),
      exactly(
        'rows that late statements touched',
        late.reduce((sum, { rows }) => sum + rows, 0),
        0,
      ),
      ...(await judge(fleet, [...ids, ...others, ...afterwards])),
    ];
  });
