/** A server of its own in a temporary folder, an account with frames and a token, all through the doors that everybody uses. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Starts the server, with more variables when given, and waits until it says where it listens. */
export async function startServer(variables = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'clearframe-bench-'));
  // One heap, as scripts/start.mjs sets it: the memory printed is then that of the shipped start.
  const small = { MALLOC_ARENA_MAX: '1' };
  const env = {
    ...process.env,
    ...small,
    DATA_DIR: dataDir,
    PORT: '0',
    CAPTCHA: 'off',
    RATE_LIMIT_SCALE: '100000',
    ...variables,
  };
  const server = spawn(process.execPath, ['packages/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const origin = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    ended.then(() => reject(new Error(`The server did not start: ${said}`)));
  });
  return {
    dataDir,
    env,
    origin,
    pid: server.pid,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function mailedCode(dataDir, email) {
  const outbox = join(dataDir, 'outbox');
  for (;;) {
    for (const name of await readdir(outbox).catch(() => [])) {
      // A mail that is still being written has another name a moment later.
      const mail = await readFile(join(outbox, name), 'utf8').catch(() => '');
      const code = mail.includes(email) && /^ {4}(\d{5})\s*$/m.exec(mail)?.[1];
      if (code) return code;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Registers, is granted frames by the operator's command, and makes a token. */
export async function openAccount({ origin, dataDir, env }, frames, { email = 'bench@example.com', readWriting } = {}) {
  const cookies = new Map();
  const call = async (path, body) => {
    const headers = {
      'content-type': 'application/json',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
    const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      cookies.set(name, value);
    }
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${json.message}`);
    return json.data;
  };
  await call('/auth/register', { name: 'Bench', email, password: 'Correct-horse-9', recaptchaToken: 'off' });
  await call('/auth/complete-registration', { verification_token: await mailedCode(dataDir, email) });
  const grant = ['packages/cli/bin/clearframe.mjs', 'grant', email, String(frames), '--reason', 'benchmark'];
  await run(process.execPath, grant, { cwd: root, env });
  if (readWriting) await call('/policy/writing', { read_writing: readWriting });
  return (await call('/access-tokens', { name: 'bench' })).access_token.token;
}
