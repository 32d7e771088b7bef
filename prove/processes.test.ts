import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, startServer } from '../e2e/server.ts';
import { commandOf } from '../packages/server/src/db/process-info.ts';

const main = join(import.meta.dirname, '../packages/server/src/main.ts');
/** One for all: a database and a converted model are made once. */
const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-processes-'));
let server: Server;
const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ command: 'node', env, dataDir });
};
/** A start that is expected to end by itself. */
const startInVain = (env: Record<string, string>) =>
  spawnSync(process.execPath, [main], { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 120_000 });

beforeAll(() => start());
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function untilGone(pids: number[]): Promise<void> {
  while (pids.some((pid) => commandOf(pid) !== null)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Each test finds a server that runs, and leaves one: a start takes seconds. */
describe('the server as it is shipped', () => {
  it('OPS-01 says what is wrong in one line and ends with 1', async () => {
    const port = new URL(server.url).port;
    const other = mkdtempSync(join(tmpdir(), 'clearframe-other-'));
    const twice = startInVain({ DATA_DIR: server.dataDir, PORT: '0' });
    expect([twice.status, twice.stderr.trim()]).toEqual([
      1,
      `Clearframe is already running on ${server.dataDir}. Stop it, or set DATA_DIR to another folder.`,
    ]);
    const taken = startInVain({ DATA_DIR: other, PORT: port });
    expect([taken.status, taken.stderr.trim()]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or set PORT to another one.`,
    ]);
    const wrong = startInVain({ DATA_DIR: other, PORT: 'many' });
    expect([wrong.status, wrong.stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(wrong.stderr).toContain('PORT: "many" is not accepted');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    rmSync(other, { recursive: true });
  });

  it('OPS-01 tells a person where to go, where data lies and where mails go', async () => {
    expect(server.output()).toContain(`Clearframe is ready at ${server.url}`);
    expect(server.output()).toContain('First steps:');
    expect(server.output()).toContain(server.dataDir);
    expect(server.output()).toContain(`${server.url}/dev/outbox`);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('OPS-01 ends with 0 and leaves nothing behind on %s', async (signal) => {
    const pids = server.processes().map((one) => one.pid);
    expect(new Set(server.processes().map((one) => one.kind))).toEqual(new Set(['other', 'api', 'analysis', 'postgres']));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.end(signal)).toBe(0);
    expect(pids.filter((pid) => commandOf(pid) !== null)).toEqual([]);
    expect(existsSync(join(server.dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
    await start();
  });

  it('OPS-04 leaves nothing behind when it is killed, and starts again at once', async () => {
    const pids = server.processes().map((one) => one.pid);
    await server.end('SIGKILL');
    await start({ PORT: new URL(server.url).port });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await untilGone(pids);
  });
});
