import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { limits } from '@clearframe/contract';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { keepAnswerPace } from './answer-pace.ts';

const lookMs = 30_000;
/** More than the buffers of a connection take. */
const fileBytes = 64 * 1024 * 1024;

/** A server of one large file, with a clock that the test moves. */
async function listen() {
  const app = Fastify();
  let at = 0;
  let look = (): void => undefined;
  const pace = keepAnswerPace(app, {
    now: () => at,
    repeat: (again) => {
      look = again;
      return () => undefined;
    },
  });
  const state = { hasEnded: false, writtenBytes: () => 0 };
  app.get('/file', async (_request, reply) => {
    const piece = Buffer.alloc(64 * 1024);
    const body = Readable.from(
      (async function* () {
        try {
          for (let sent = 0; sent < fileBytes; sent += piece.length) yield piece;
        } finally {
          state.hasEnded = true;
        }
      })(),
    );
    const { socket } = reply.raw;
    state.writtenBytes = () => socket?.bytesWritten ?? 0;
    pace.watch(reply.raw);
    return reply.send(body);
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return {
    app,
    state,
    after(ms: number) {
      at += ms;
      look();
    },
    open() {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n');
      return socket;
    },
  };
}

describe('a file that is read slowly', () => {
  let server: Awaited<ReturnType<typeof listen>>;
  afterEach(async () => {
    server.app.server.closeAllConnections();
    await server.app.close();
  });

  it('SEC-06 ends when nobody takes any of it, and lets the storage go', async () => {
    server = await listen();
    const socket = server.open();
    await once(socket, 'readable');
    // What the connection buffers is filled.
    let before = -1;
    await expect
      .poll(() => {
        const isFull = before === server.state.writtenBytes();
        before = server.state.writtenBytes();
        return isFull;
      })
      .toBe(true);
    expect(server.state.hasEnded).toBe(false);
    // What filled the buffers counts for the first look.
    server.after(lookMs);
    server.after(lookMs);
    await expect.poll(() => server.state.hasEnded).toBe(true);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
  });

  it('MED-08 is given whole to whoever gets on, however long that takes', async () => {
    server = await listen();
    const socket = server.open();
    let bytes = 0;
    const leastBytes = (limits.uploadBytesPerSecond * lookMs) / 1_000;
    const more = async (): Promise<void> => {
      const from = bytes;
      while (bytes - from < 4 * leastBytes && bytes < fileBytes) {
        const piece: Buffer | null = socket.read();
        if (piece) bytes += piece.length;
        else await once(socket, 'readable');
      }
    };
    // The server hands on what was read as soon as there is room.
    for (let looks = 0; looks < 5; looks += 1) {
      const written = server.state.writtenBytes();
      await more();
      await more();
      await expect.poll(server.state.writtenBytes).toBeGreaterThan(written + leastBytes);
      server.after(lookMs);
    }
    socket.on('data', (piece) => {
      bytes += piece.length;
    });
    await expect.poll(() => bytes).toBeGreaterThan(fileBytes);
  });
});
