import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { type Server, startServer } from './server.ts';

/** The header by which a browser says that the second server answers it. */
export const secondServer = { 'x-server': 'second' };

/** One address in front of servers on these ports, as a balancer has it. */
async function startFront(ports: () => readonly string[]) {
  const front = createServer((asked, answer) => {
    const port = ports()[asked.headers['x-server'] === secondServer['x-server'] ? 1 : 0];
    const passed = request({ host: 'localhost', port, method: asked.method, path: asked.url, headers: asked.headers });
    passed.on('response', (given) => given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers)));
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve));
  const bound = front.address();
  if (bound === null || typeof bound === 'string') throw new Error('The front has no port');
  return {
    url: `http://localhost:${bound.port}`,
    stop: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

/** A database of their own, the second server on it, and the address in front of both. The first is the one to be returned by `first`. */
export async function startSecondServer() {
  const folders = ['db', 'data'].map((name) => mkdtempSync(join(tmpdir(), `clearframe-two-${name}-`)));
  const [databaseDir = '', dataDir = ''] = folders;
  chmodSync(databaseDir, 0o711);
  const database = await startEmbeddedPostgres({ dataDir: databaseDir, durable: false, maxConnections: 80 });
  let ports: readonly string[] = [];
  const front = await startFront(() => ports);
  const env = { DATABASE_URL: database.url, PUBLIC_URL: front.url };
  let second: Server | undefined;
  return {
    /** Starts both. @returns the first, under the address in front of both */
    async first(): Promise<Server> {
      const server = await startServer({ command: 'node', dataDir, env: { ...env, INSTANCE_NAME: 'first' } });
      second = await startServer({ command: 'node', dataDir, env: { ...env, INSTANCE_NAME: 'second' } });
      ports = [server, second].map(({ url }) => new URL(url).port);
      return { ...server, url: front.url };
    },
    async stop(): Promise<void> {
      await second?.stop();
      await front.stop();
      await database.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
