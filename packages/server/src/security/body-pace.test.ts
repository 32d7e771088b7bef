import { once } from 'node:events';
import { connect } from 'node:net';
import { limits } from '@clearframe/contract';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { keepBodyPace } from './body-pace.ts';

const lookMs = 30_000;
const leastBytes = (limits.uploadBytesPerSecond * lookMs) / 1_000;

/** A server that reads bodies to their end, with a clock that the test moves. */
async function listen() {
  const app = Fastify();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().once('end', () => done(null, null));
  });
  let at = 0;
  let look = (): void => undefined;
  let begun = 0;
  keepBodyPace(app, {
    now: () => at,
    repeat: (again) => {
      look = again;
      return () => undefined;
    },
  });
  const received = { bytes: 0 };
  app.addHook('onRequest', async ({ raw }) => {
    begun += 1;
    raw.on('data', (bytes: Buffer) => {
      received.bytes += bytes.length;
    });
  });
  for (const path of ['/api/v1/upload', '/api/auth/login']) app.post(path, async () => 'read');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return {
    app,
    received,
    begun: () => begun,
    after(ms: number) {
      at += ms;
      look();
    },
    open(path: string, length: number) {
      const socket = connect(Number(port), '127.0.0.1');
      let answer = '';
      socket.on('data', (bytes) => {
        answer += bytes;
      });
      socket.on('error', () => undefined);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x\r\nContent-Length: ${length}\r\n\r\n`);
      return { socket, answer: () => answer };
    },
  };
}

describe('a body that arrives slowly', () => {
  let server: Awaited<ReturnType<typeof listen>>;
  afterEach(async () => {
    server.app.server.closeAllConnections();
    await server.app.close();
  });

  it('API-02 is taken for minutes when it is an upload that gets on', async () => {
    server = await listen();
    const looks = 20;
    const { socket, answer } = server.open('/api/v1/upload', looks * leastBytes);
    await expect.poll(server.begun).toBe(1);
    for (let sent = 1; sent <= looks; sent += 1) {
      socket.write(Buffer.alloc(leastBytes));
      await expect.poll(() => server.received.bytes).toBe(sent * leastBytes);
      server.after(lookMs);
    }
    await expect.poll(answer).toContain('200 OK');
  });

  it('SEC-06 ends an upload that has stalled with 408 and the envelope', async () => {
    server = await listen();
    const { socket, answer } = server.open('/api/v1/upload', 10 * leastBytes);
    await expect.poll(server.begun).toBe(1);
    socket.write(Buffer.alloc(leastBytes));
    await expect.poll(() => server.received.bytes).toBe(leastBytes);
    server.after(lookMs);
    expect(answer()).toBe('');
    socket.write(Buffer.alloc(1_000));
    await expect.poll(() => server.received.bytes).toBe(leastBytes + 1_000);
    const closed = once(socket, 'close');
    server.after(lookMs);
    await closed;
    expect(answer()).toContain('HTTP/1.1 408');
    expect(answer()).toContain('{"status":"error","message":"The request took too long to arrive","data":null}');
  });

  it('SEC-06 ends any other body after two minutes, however fast it comes', async () => {
    server = await listen();
    const { socket, answer } = server.open('/api/auth/login', 100 * leastBytes);
    await expect.poll(server.begun).toBe(1);
    const closed = once(socket, 'close');
    for (let sent = 1; sent <= 3; sent += 1) {
      socket.write(Buffer.alloc(2 * leastBytes));
      await expect.poll(() => server.received.bytes).toBe(sent * 2 * leastBytes);
      server.after(lookMs);
    }
    expect(answer()).toBe('');
    server.after(lookMs);
    await closed;
    expect(answer()).toContain('HTTP/1.1 408');
  });
});
