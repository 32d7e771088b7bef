import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@clearframe/sdk';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { readLedger } from './ledger.ts';

export type SoakOptions = { uploads: number; parallel: number; print?: (line: string) => void };

/** Resident memory in bytes, the largest of its kind, at one moment. */
type MemoryLook = { uploads: number; api: number; analysis: number };

export type SoakResult = {
  answered: number;
  commits: number;
  used: number;
  reserved: number;
  /** Once a tenth of the way. */
  looks: MemoryLook[];
  /** Whether the same processes did all the work. */
  sameProcesses: boolean;
};

const fixtures = join(import.meta.dirname, '../packages/engine/fixtures');
const pictures = ['formats', 'benign'].flatMap((folder) =>
  readdirSync(join(fixtures, folder)).map((name) => new Blob([readFileSync(join(fixtures, folder, name))])),
);

/** Linux only: the figure that an operator sees in `ps`. */
function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Sends pictures of every format until `uploads` are answered, and looks at the memory of the processes on the way. */
export async function soak({ uploads, parallel, print = () => undefined }: SoakOptions): Promise<SoakResult> {
  const server = await startServer({ command: 'node', env: { WORKERS: '2', RATE_LIMIT_SCALE: '1000000' } });
  try {
    const person = await registerPerson(server, 'soak@example.com');
    server.grant(person.email, uploads);
    const client = createClient({ baseUrl: server.url, token: await person.createToken() });
    // PostgreSQL starts and ends a process for each connection: only ours are to stay.
    const ours = () => server.processes().filter(({ kind }) => kind === 'api' || kind === 'analysis');
    const processes = ours();
    const largest = (kind: string) =>
      Math.max(...processes.filter((one) => one.kind === kind).map(({ pid }) => residentBytes(pid)));
    const looks: MemoryLook[] = [];
    const look = (done: number) => {
      looks.push({ uploads: done, api: largest('api'), analysis: largest('analysis') });
      const megabytes = looks.map(({ api, analysis }) => `${Math.round(api / 1_048_576)}/${Math.round(analysis / 1_048_576)}`);
      print(`${done} uploads, MB of the API process and of the largest analysis process: ${megabytes.at(-1)}`);
    };
    let sent = 0;
    let answered = 0;
    const sendAll = async () => {
      while (sent < uploads) {
        const media = pictures[sent++ % pictures.length] ?? '';
        const { moderation } = await client.upload({ media, filename: 'soak' });
        if (moderation) answered += 1;
        if (answered % Math.ceil(uploads / 10) === 0) look(answered);
      }
    };
    await Promise.all(Array.from({ length: parallel }, sendAll));
    const alive = ours().map(({ pid }) => pid);
    const { commits, used, reserved } = await readLedger(server.dataDir);
    return { answered, commits, used, reserved, looks, sameProcesses: processes.every(({ pid }) => alive.includes(pid)) };
  } finally {
    await server.stop();
  }
}
