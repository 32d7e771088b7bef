import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ownRoot = join(import.meta.dirname, '..');

export type ServerOptions = {
  /** `npm start`, as a person does; `node` skips npm, the install check and the build. */
  command?: 'npm start' | 'node';
  /** Over the defaults: a free port, a data directory of its own, captcha off. */
  env?: Record<string, string>;
  /** Folder of the version that is started; this one's, unless given. */
  root?: string;
  /** An earlier server's, to start on its data again; it is then not removed at the end. */
  dataDir?: string;
  /** Gets what it prints, as it comes. */
  onOutput?: (text: string) => void;
};

export type ServerProcess = { pid: number; kind: 'api' | 'analysis' | 'postgres' | 'other' };

/** What a journey asks of the server that it uses, whichever process has started that. */
export type UsedServer = {
  url: string;
  dataDir: string;
  /** Everything that it has printed. */
  output(): string;
  /** Code of the newest verification mail to that address, once it is there. */
  codeFor(email: string): Promise<string>;
  /** What the first group of `pattern` finds in the newest such mail to that address, once it is there. */
  findInMail(email: string, pattern: RegExp): Promise<string>;
  /** A command of an operator on the machine. @throws with what it said when it did not end with 0 */
  clearframe(...args: string[]): void;
  /** `clearframe grant`. */
  grant(email: string, frames: number): void;
};

export type Server = UsedServer & {
  pid: number;
  /** What it was started with, over that of the process that has started it. */
  env: Record<string, string>;
  /** It and all below it. */
  processes(): ServerProcess[];
  /** Ends the process itself by a signal, SIGKILL included, and waits until it is gone. @returns its exit code */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Ctrl+C, then the data directory goes. @throws when it did not end with 0 */
  stop(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const kinds = { api: 'processes/api.ts', analysis: 'processes/analysis.ts', postgres: 'postgres -D' } as const;

function kindOf(args: string): ServerProcess['kind'] {
  if (args.includes(kinds.api)) return 'api';
  if (args.includes(kinds.analysis)) return 'analysis';
  return args.includes(kinds.postgres) && !args.startsWith('/bin/sh') ? 'postgres' : 'other';
}

/** Every process below that one, itself included. */
export function familyOf(pid: number): ServerProcess[] {
  const lines = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout.trim().split('\n');
  const all = lines.flatMap((line) => {
    const [, own, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return own && parent ? [{ pid: Number(own), parent: Number(parent), kind: kindOf(args ?? '') }] : [];
  });
  const found = all.filter((one) => one.pid === pid);
  // What such a process starts looks like itself for the moment between fork and exec.
  const told = (child: ServerProcess, parent: ServerProcess) => (child.kind === parent.kind ? 'other' : child.kind);
  for (const one of found) {
    const below = all.filter((other) => other.parent === one.pid);
    found.push(...below.map((child) => ({ ...child, kind: told(child, one) })));
  }
  return found.map(({ pid, kind }) => ({ pid, kind }));
}

function begin({ command = 'npm start', root = ownRoot }: ServerOptions, env: Record<string, string>): ChildProcess {
  const [program, ...args] =
    command === 'node' ? [process.execPath, join(root, 'packages/server/src/main.ts')] : ['npm', 'start', '--silent'];
  return spawn(program ?? '', args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Starts the product as it is shipped, and waits until it says that it is ready. @throws with its output when it ends instead */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'clearframe-e2e-'));
  const port = options.env?.PORT ?? String(await freePort());
  const env = {
    PORT: port,
    // A developer's own .env is none of the tests'.
    CLEARFRAME_ENV_FILE: 'off',
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    // Its pictures are few: a second process would compute a third of the start.
    WORKERS: '1',
    VIDEO_TOOLS: 'off',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'warn',
    // Journeys and proofs look for lines as people read them.
    LOG_FORMAT: 'text',
    ...options.env,
  };
  const child = begin(options, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      options.onOutput?.(text);
    });
  const gone = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ended = gone.then((): true => true);
  const pid = child.pid ?? 0;
  while (!output.includes('Clearframe is ready at')) {
    if (await Promise.race([ended, sleep(50, false)])) throw new Error(`The server did not start:\n${output}`);
  }
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return gone;
  };
  const url = `http://localhost:${port}`;
  return {
    ...usedServer({ url, dataDir, env, root: options.root, output: () => output, ended }),
    pid,
    env,
    processes: () => familyOf(pid),
    end,
    async stop() {
      const code = await end('SIGINT');
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The server ended with ${code}:\n${output}`);
    },
  };
}

type Reached = Pick<Server, 'url' | 'dataDir' | 'output' | 'env'> & {
  root?: string | undefined;
  /** Once it has ended; never, where another process has started it. */
  ended?: Promise<true>;
};

/** The server as a journey uses it, also one that another process has started. */
export function usedServer({ url, dataDir, output, env, root = ownRoot, ended }: Reached): UsedServer {
  const findInMail = async (email: string, pattern: RegExp): Promise<string> => {
    const inNewMails = searchOutbox(join(dataDir, 'outbox'), email, pattern);
    for (;;) {
      const found = inNewMails();
      if (found) return found;
      if (await Promise.race([...(ended ? [ended] : []), sleep(50, false)])) throw new Error(`The server ended:\n${output()}`);
    }
  };
  const clearframe = (...args: string[]): void => {
    const program = join(root, 'packages/cli/bin/clearframe.mjs');
    const done = spawnSync(process.execPath, [program, ...args], { env: { ...process.env, ...env }, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stdout + done.stderr);
  };
  return {
    url,
    dataDir,
    output,
    findInMail,
    codeFor: (email) => findInMail(email, /^ {4}(\d{5})\r?$/m),
    clearframe,
    grant: (email, frames) => clearframe('grant', email, String(frames), '--reason', 'journey'),
  };
}

/** @returns what finds it in the newest mail that has it, among those that came since it was last asked; null where none has */
function searchOutbox(outbox: string, email: string, pattern: RegExp): () => string | null {
  const seen = new Set<string>();
  return () => {
    if (!existsSync(outbox)) return null;
    const newestFirst = readdirSync(outbox)
      .filter((name) => name.endsWith('.eml') && !seen.has(name))
      .sort()
      .reverse();
    for (const name of newestFirst) {
      seen.add(name);
      // Quoted-printable breaks long lines and writes = as =3D.
      const mail = readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const found = pattern.exec(mail)?.[1];
      if (found && mail.toLowerCase().includes(`to: ${email.toLowerCase()}`)) return found;
    }
    return null;
  };
}
