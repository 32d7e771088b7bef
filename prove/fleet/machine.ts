import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyOf, type ServerProcess } from '../../e2e/server.ts';
import { saysReady } from '../../packages/server/src/supervisor/ready-line.ts';
import { type Daemon, startDaemon } from '../../packages/server/test/engines/start-daemon.ts';
import type { Place } from './network.ts';
import { ownRoot } from './run-command.ts';

export type MachineOptions = {
  name: string;
  /** As ROLE says it. */
  role: string;
  place: Place;
  env: Record<string, string>;
  /** Folder of the version that it runs; this one's, unless given. */
  root?: string;
  /** Shared with other machines, where files lie on a disk; its own, unless given. */
  dataDir?: string;
};

/** One machine: the product as it is shipped, in a namespace of its own, started again when it dies, as service managers do it. */
export type Machine = {
  name: string;
  role: string;
  place: Place;
  /** Everything that runs on it, its supervisor first. */
  processes(): ServerProcess[];
  /** Ends all of it at once by -9, as when a machine loses its power. It comes back. */
  crash(): void;
  /** Resolves when it has said that it is ready since it was last started. */
  ready(): Promise<void>;
  /** Asks it to leave, as a rolling restart does. @returns its exit code and how long it took */
  leave(): Promise<{ code: number | null; ms: number }>;
  /** Starts it again after it has left; in another version, where one is given. */
  start(root?: string): Promise<void>;
  /** How often it came back after it had died. */
  restarts(): number;
  /** Lines that it printed, over all its lives. */
  output(): string;
  remove(): Promise<void>;
};

/** As long as service managers wait by default, or longer. */
const restartMs = 500;

export async function startMachine(options: MachineOptions): Promise<Machine> {
  const { name, role, place, env, root = ownRoot } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), `clearframe-${name}-`));
  const lives: Daemon[] = [];
  let [version, isLeaving, restarts] = [root, false, 0];
  const begin = async (): Promise<void> => {
    const command = [...place.prefix, process.execPath, join(version, 'packages/server/src/main.ts')];
    const variables = { ...process.env, ...env, ROLE: role, INSTANCE_NAME: name, DATA_DIR: dataDir };
    const daemon = await startDaemon(command, { env: variables, cwd: version, signal: 'TERM' });
    lives.push(daemon);
    void daemon.ended.then(async () => {
      if (isLeaving) return;
      restarts += 1;
      await sleep(restartMs);
      if (!isLeaving) await begin();
    });
  };
  const now = (): Daemon | undefined => lives.at(-1);
  const output = (): string => lives.map((life) => life.output()).join('\n');
  const processes = (): ServerProcess[] => familyOf(now()?.pid ?? 0);
  const machine: Machine = {
    name,
    role,
    place,
    processes,
    output,
    restarts: () => restarts,
    crash() {
      for (const { pid } of processes()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended with another one.
        }
      }
    },
    async ready() {
      while (!saysReady(now()?.output() ?? '')) {
        if (restarts > 3 && lives.length > 3 && now()?.hasEnded()) throw new Error(`${name} does not start:\n${output()}`);
        await sleep(50);
      }
    },
    async leave() {
      const begun = performance.now();
      isLeaving = true;
      const code = (await now()?.end()) ?? null;
      return { code, ms: Math.round(performance.now() - begun) };
    },
    async start(other = version) {
      [version, isLeaving] = [other, false];
      await begin();
      await machine.ready();
    },
    async remove() {
      await machine.leave();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await begin();
  return machine;
}
