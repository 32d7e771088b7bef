import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@clearframe/sdk';
import { registerPerson } from '../e2e/person.ts';
import { type Server, startServer } from '../e2e/server.ts';
import { randomFrom } from '../packages/engine/test/random.ts';
import { type Ledger, readLedger } from './ledger.ts';
import { uploadUntilTaken } from './upload-until-taken.ts';

export type Victim = 'analysis' | 'api' | 'supervisor' | 'postgres';

export type KillOptions = {
  /** Whose turn it is: the first kill takes one of the first kind, and so on in a circle. */
  victims: readonly [Victim, ...Victim[]];
  uploads: number;
  kills: number;
  seed: number;
  print?: (line: string) => void;
};

export type KillResult = Ledger & {
  acknowledged: number;
  finished: number;
};

async function untilFinished(client: Client, id: string): Promise<void> {
  for (;;) {
    const item = await client.getMedia(id).catch(() => null);
    if (item?.moderation) return;
    if (item?.moderationError) throw new Error(`${id}: ${item.moderationError}`);
    await sleep(100);
  }
}

/**
 * Processes of that kind which were not killed yet. Two kills may follow each other before the supervisor has started
 * another one, so this waits until there is one; the caller's own time limit ends the wait.
 */
async function livingVictims(server: Server, victim: Victim, killed: ReadonlySet<number>): Promise<number[]> {
  for (;;) {
    const living = server.processes().filter(({ kind, pid }) => kind === victim && !killed.has(pid));
    if (living.length > 0) return living.map(({ pid }) => pid);
    await sleep(20);
  }
}

/**
 * Uploads while a process is killed with -9 again and again at seeded moments, waits until every acknowledged upload has
 * its verdict, and reads the ledger. The caller judges the numbers.
 */
export async function killDuringUploads({
  victims,
  uploads,
  kills,
  seed,
  print = () => undefined,
}: KillOptions): Promise<KillResult> {
  const random = randomFrom(seed);
  const first = await startServer({ command: 'node', env: { WORKERS: '2' } });
  const port = new URL(first.url).port;
  let server: Server = first;
  try {
    const person = await registerPerson(server, 'owner@example.com');
    server.grant(person.email, uploads * 2);
    const client = createClient({ baseUrl: server.url, token: await person.createToken() });

    let taken = 0;
    const keys = Array.from({ length: uploads }, (_, n) => `kill-${seed}-${n}`);
    const ids: string[] = [];
    const uploader = async (): Promise<void> => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
        ids.push(await uploadUntilTaken(client, key));
        taken += 1;
      }
    };
    const killed = new Set<number>();
    const killer = async (): Promise<void> => {
      for (let kill = 1; kill <= kills; kill += 1) {
        const moment = Math.floor(((kill - random()) * uploads) / kills);
        while (taken < moment) await sleep(5);
        const victim = victims[(kill - 1) % victims.length] ?? victims[0];
        if (victim === 'supervisor') {
          await server.end('SIGKILL');
          server = await startServer({ command: 'node', dataDir: first.dataDir, env: { WORKERS: '2', PORT: port } });
        } else {
          const living = await livingVictims(server, victim, killed);
          const chosen = living[Math.floor(random() * living.length)] ?? 0;
          killed.add(chosen);
          process.kill(chosen, 'SIGKILL');
        }
        print(`${victim} killed after ${taken} of ${uploads} uploads`);
      }
    };
    await Promise.all([killer(), ...Array.from({ length: 5 }, uploader)]);
    await Promise.all(ids.map((id) => untilFinished(client, id)));
    return { acknowledged: new Set(ids).size, finished: ids.length, ...(await readLedger(first.dataDir)) };
  } finally {
    if (server !== first) await server.end('SIGINT');
    else await first.end('SIGINT');
    await removeWhenGone(first.dataDir);
  }
}

async function removeWhenGone(dataDir: string): Promise<void> {
  const { rm } = await import('node:fs/promises');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
