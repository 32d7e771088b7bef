import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A way to the run's PostgreSQL that breaks as ways break. */
export type Line = {
  /** Address of a database of the run, over this line. */
  urlOf(url: string): string;
  /** Connections that are there go silent for good, as when a machine or a network goes: no end, no error. New ones are carried. */
  silence(): void;
  /** Connections that are there carry what is asked, and none of what is answered. New ones carry both. */
  loseAnswers(): void;
  /** Ends every connection and refuses new ones, until `up`. */
  down(): void;
  /** Resolves when somebody was refused. */
  refused(): Promise<void>;
  up(): void;
  close(): Promise<void>;
};

export async function openLine(): Promise<Line> {
  const socketPath = join(new URL(inject('postgresUrl')).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const open = new Set<Socket>();
  const silenced = new Set<Socket>();
  const answering = new Set<Socket>();
  let isDown = false;
  const refusal = Promise.withResolvers<void>();
  const server = createServer((near) => {
    if (isDown) {
      refusal.resolve();
      return void near.destroy();
    }
    const far = connect(socketPath);
    answering.add(far);
    far.on('close', () => answering.delete(far));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => silenced.has(from) || to.write(bytes));
      from.on('close', () => {
        open.delete(from);
        if (!silenced.has(from)) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port');
  return {
    urlOf(url) {
      const changed = new URL(url);
      changed.searchParams.delete('host');
      changed.host = `127.0.0.1:${address.port}`;
      return changed.href;
    },
    silence() {
      for (const socket of open) silenced.add(socket);
    },
    loseAnswers() {
      for (const socket of answering) silenced.add(socket);
    },
    down() {
      isDown = true;
      for (const socket of open) socket.destroy();
    },
    refused: () => refusal.promise,
    up() {
      isDown = false;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
