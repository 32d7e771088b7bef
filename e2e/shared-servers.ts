import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Server, startServer, type UsedServer, usedServer } from './server.ts';

export type Captcha = 'altcha' | 'off';

/** Where the workers find what the runner keeps for them. Workers get the runner's environment. */
const kept = { keeper: 'JOURNEYS_KEEPER', ports: 'JOURNEYS_PICTURE_PORTS' };

const Told = z.object({ url: z.string(), dataDir: z.string(), logFile: z.string(), env: z.record(z.string(), z.string()) });
type Told = z.output<typeof Told>;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Below the ports that systems give out: a connection of Vitest's would else have one before a worker listens there. */
async function quietPorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

/**
 * Runs in the runner: one server a captcha for the journeys of all workers, started when one of them first asks for it. An account of
 * its own is all that a journey needs, and a start takes six seconds of computing.
 * @returns what stops them. @throws there when one did not end in order
 */
export async function keepServers(workers: number): Promise<() => Promise<void>> {
  const ports = await quietPorts(workers);
  const logs = mkdtempSync(join(tmpdir(), 'clearframe-journeys-'));
  const started = new Map<string, Promise<{ server: Server; told: Told }>>();
  const start = async (captcha: string) => {
    const logFile = join(logs, captcha);
    const env = {
      CAPTCHA: captcha,
      TENANT_PRIVATE_TARGETS: ports.map((port) => `127.0.0.1:${port}`).join(),
      // A video of one journey is no reason to wait for the pictures of another.
      WORKERS: '2',
    };
    const server = await startServer({ env, onOutput: (text) => appendFileSync(logFile, text) });
    return { server, told: { url: server.url, dataDir: server.dataDir, env: server.env, logFile } };
  };
  const keeper = createServer((request, response) => {
    const captcha = request.url?.slice(1) ?? '';
    const one = started.get(captcha) ?? start(captcha);
    started.set(captcha, one);
    one.then(
      ({ told }) => response.end(JSON.stringify(told)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => keeper.listen(0, '127.0.0.1', resolve));
  const bound = keeper.address();
  if (bound === null || typeof bound === 'string') throw new Error('The keeper of servers has no port');
  process.env[kept.keeper] = `http://127.0.0.1:${bound.port}`;
  process.env[kept.ports] = ports.join();
  return async () => {
    keeper.closeAllConnections();
    keeper.close();
    // One that did not start has failed its journeys already.
    for (const one of await Promise.allSettled(started.values())) if (one.status === 'fulfilled') await one.value.server.stop();
    rmSync(logs, { recursive: true, force: true });
  };
}

/** Runs in a worker. @throws Error with what the server printed when it did not start */
export async function sharedServer(captcha: Captcha): Promise<UsedServer> {
  const answer = await fetch(`${process.env[kept.keeper]}/${captcha}`);
  if (!answer.ok) throw new Error(await answer.text());
  const { logFile, ...told } = Told.parse(await answer.json());
  const output = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  return usedServer({ ...told, output });
}

/** Port that the shared servers may reach on this machine, another for each worker that runs at the same time. */
export function picturePort(parallelIndex: number): number {
  return Number(process.env[kept.ports]?.split(',')[parallelIndex]);
}
