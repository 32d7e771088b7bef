import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../../packages/engine/test/random.ts';
import { uploadUntilTaken } from '../../upload-until-taken.ts';
import type { Fleet } from '../fleet.ts';
import { told } from '../report.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { judge, upload } from '../settle.ts';
import { withFleet } from '../with-fleet.ts';

const everyMs = 3_000;

type Kills = { processes: number; machines: number; random: () => number; print: (line: string) => void };

/** A process of any machine by -9 each three seconds, and now and then a whole machine. */
async function killAround({ machines }: Fleet, { processes, machines: crashes, random, print }: Kills): Promise<void> {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const all = processes + crashes;
  const between = Math.floor(all / Math.max(1, crashes));
  for (let n = 1; n <= all; n += 1) {
    await sleep(everyMs);
    const machine = pick(machines);
    if (!machine) return;
    if (n % between === 0 && n / between <= crashes) {
      machine.crash();
      print(`${machine.name} crashed`);
      continue;
    }
    const victim = pick(machine.processes());
    if (!victim) continue;
    try {
      process.kill(victim.pid, 'SIGKILL');
      print(`${machine.name}: ${victim.kind} killed`);
    } catch {
      print(`${machine.name}: ${victim.kind} had ended`);
    }
  }
}

/** Uploads and hooks while processes and whole machines are killed (acceptance OPS-04). */
export const kill: Scenario = async ({ size, seed, print }) => {
  const uploads = scaled(3_000, size, 30);
  const [processes, machines] = [scaled(50, size, 6), scaled(5, size)];
  const random = randomFrom(seed);
  return await withFleet({ frames: uploads * 2, seed }, async (fleet) => {
    const [client] = fleet.clients;
    if (!client) throw new Error('There is no account');
    const keys = Array.from({ length: uploads }, (_, n) => `kill-${seed}-${n}`);
    const uploading = upload(keys, 6, (key) => uploadUntilTaken(client, key));
    await Promise.all([uploading.done, killAround(fleet, { processes, machines, random, print })]);
    print(`${uploading.ids.length} uploads acknowledged`);
    const figures = await judge(fleet, uploading.ids);
    const restarts = fleet.machines.reduce((sum, one) => sum + one.restarts(), 0);
    return [
      told('uploads', uploads),
      told('processes killed', processes),
      told('machines crashed', machines),
      told('machines that came back', restarts),
      ...figures,
    ];
  });
};
