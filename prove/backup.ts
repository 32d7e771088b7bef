import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clearframe/sdk';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { readLedger } from './ledger.ts';
import { uploadUntilTaken } from './upload-until-taken.ts';

export type BackupOptions = { before: number; during: number; print?: (line: string) => void };

export type BackupResult = {
  /** Exit codes of `clearframe backup`, of `restore`, and of `storage check` on the copy. */
  codes: [backup: number, restore: number, check: number];
  /** Uploads answered while the backup was made. */
  during: number;
  /** What the copy has, and what its next upload came to. */
  items: number;
  commits: number;
  chargedTwice: number;
  reserved: number;
  judged: boolean;
  seconds: { backup: number; restore: number };
};

const program = join(import.meta.dirname, '../packages/cli/bin/clearframe.mjs');

function operator(args: string[], dataDir: string, print: (line: string) => void): Promise<number> {
  const env = { ...process.env, CLEARFRAME_ENV_FILE: 'off', DATA_DIR: dataDir };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (error, out, err) => {
      for (const line of `${out}${err}`.trim().split('\n')) print(`  ${line}`);
      resolve(typeof error?.code === 'number' ? error.code : (child.exitCode ?? 1));
    });
  });
}

/** Backs a server up while it takes uploads, restores it beside itself, and starts the copy. The caller judges the figures. */
export async function backUpUnderLoad({ before, during, print = () => undefined }: BackupOptions): Promise<BackupResult> {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-proof-'));
  const [place, copyDir] = [join(folder, 'backup'), join(folder, 'copy')];
  const server = await startServer({ command: 'node' });
  const seconds = { backup: 0, restore: 0 };
  const timed = async (which: keyof typeof seconds, work: Promise<number>) => {
    const begun = performance.now();
    const code = await work;
    seconds[which] = Math.round((performance.now() - begun) / 100) / 10;
    return code;
  };
  try {
    const person = await registerPerson(server, 'owner@example.com');
    server.grant(person.email, before + during + 10);
    const token = await person.createToken();
    const client = createClient({ baseUrl: server.url, token });
    let taken = 0;
    const send = async (name: string, many: number, isOver: () => boolean) => {
      const left = Array.from({ length: many }, (_, n) => `${name}-${n}`);
      const one = async () => {
        for (let key = left.pop(); key !== undefined && !isOver(); key = left.pop()) {
          await uploadUntilTaken(client, key);
          taken += 1;
        }
      };
      await Promise.all(Array.from({ length: 4 }, one));
    };
    await send('before', before, () => false);
    taken = 0;
    let isMade = false;
    const load = send('during', during, () => isMade);
    const backup = await timed('backup', operator(['backup', place], server.dataDir, print));
    isMade = true;
    const whileMade = taken;
    await load;
    mkdirSync(copyDir);
    cpSync(join(server.dataDir, 'secret.key'), join(copyDir, 'secret.key'));
    const restore = await timed('restore', operator(['restore', place], copyDir, print));
    const copy = await startServer({ command: 'node', dataDir: copyDir });
    try {
      const ofCopy = createClient({ baseUrl: copy.url, token });
      const id = await uploadUntilTaken(ofCopy, 'on the copy');
      let { moderation } = await ofCopy.getMedia(id);
      while (!moderation) ({ moderation } = await ofCopy.getMedia(id));
      // Everything that waited in the copy is judged before the ledger is read.
      let ledger = await readLedger(copyDir);
      while (ledger.reserved > 0) ledger = await readLedger(copyDir);
      const check = await operator(['storage', 'check'], copyDir, print);
      const { items, commits, chargedTwice, reserved } = ledger;
      return {
        codes: [backup, restore, check],
        during: whileMade,
        items,
        commits,
        chargedTwice,
        reserved,
        judged: moderation.passed,
        seconds,
      };
    } finally {
      await copy.end('SIGINT');
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
