import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openAsBlob, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorTable, limits } from '@clearframe/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { createUploader, picture, type Uploader } from './helpers/uploads.ts';

const MB = 1_000_000;
const sentence = errorTable.api_file_too_large.message;

let built: Built;
let person: Uploader;
let port: number;
let folder: string;
/** The server's side of each connection of a test. */
let accepted: Socket[] = [];
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
  person = await createUploader(built);
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  built.app.server.on('connection', (socket: Socket) => accepted.push(socket));
  port = (built.app.server.address() as AddressInfo).port;
  folder = mkdtempSync(join(tmpdir(), 'clearframe-large-'));
  for (const [name, bytes] of Object.entries({ 'over.jpg': limits.apiUploadMaxBytes + 1, 'far-over.jpg': 300 * MB })) {
    writeFileSync(join(folder, name), picture('formats/pears.jpg'));
    truncateSync(join(folder, name), bytes);
  }
});
beforeEach(() => {
  accepted = [];
});
afterAll(async () => {
  built.app.server.closeAllConnections();
  await built.close();
  rmSync(folder, { recursive: true });
});

const bytesRead = () => accepted.reduce((sum, socket) => sum + socket.bytesRead, 0);

/** Sends a form as fast as it is taken, until the answer has come. @returns the answer, and how much was sent */
async function sendRaw(framing: string, chunkOf: (bytes: Buffer) => Buffer[]): Promise<{ answer: string; sentBytes: number }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  const ended = once(socket, 'end');
  const head = [
    'POST /api/v1/upload HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${person.token}`,
    'content-type: multipart/form-data; boundary=x',
    framing,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const part = '--x\r\nContent-Disposition: form-data; name="media"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  for (const one of chunkOf(Buffer.concat([Buffer.from(part), picture('formats/pears.jpg')]))) socket.write(one);
  const block = Buffer.alloc(65_536);
  let sentBytes = 0;
  while (answer === '' && sentBytes < 200 * MB) {
    const took = chunkOf(block).map((one) => socket.write(one));
    sentBytes += block.length;
    if (took.includes(false)) await Promise.race([once(socket, 'drain'), ended]);
  }
  await ended;
  socket.destroy();
  return { answer, sentBytes };
}

const chunked = (bytes: Buffer) => [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')];

describe('an upload through the API that is too large', () => {
  it('UP-02 API-05 is refused by its declared length before its body is read', async () => {
    const { answer } = await sendRaw(`content-length: ${limits.apiUploadMaxBytes + 2 * MB}`, (bytes) => [bytes]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(sentence);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(bytesRead()).toBeLessThan(MB);
  });

  it('UP-02 API-05 without a declared length is read to 100 MB and no further', async () => {
    const { answer } = await sendRaw('transfer-encoding: chunked', chunked);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(sentence);
    expect(bytesRead()).toBeGreaterThan(limits.apiUploadMaxBytes);
    expect(bytesRead()).toBeLessThan(limits.apiUploadMaxBytes + 2 * MB);
  });

  it.each(['over.jpg', 'far-over.jpg'])(
    'UP-02 API-05 is told so to fetch and to curl, which are still sending (%s)',
    async (name) => {
      const headers = { authorization: `Bearer ${person.token}` };
      const form = new FormData();
      form.set('media', await openAsBlob(join(folder, name)), name);
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/upload`, { method: 'POST', headers, body: form });
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([413, sentence]);
      for (const expectation of ['Expect:', 'Expect: 100-continue']) {
        const { stdout } = await promisify(execFile)('curl', [
          ...['-sS', '-H', `Authorization: ${headers.authorization}`, '-H', expectation, '-F', `media=@${join(folder, name)}`],
          ...['-w', '%{http_code}', `http://127.0.0.1:${port}/api/v1/upload`],
        ]);
        expect(stdout).toContain(sentence);
        expect(stdout.slice(-3)).toBe('413');
      }
    },
  );

  it('UP-02 that waits to be told is not asked for its body', async () => {
    await promisify(execFile)('curl', [
      ...['-sS', '-H', `Authorization: Bearer ${person.token}`, '-H', 'Expect: 100-continue', '--expect100-timeout', '20'],
      ...['-F', `media=@${join(folder, 'far-over.jpg')}`, `http://127.0.0.1:${port}/api/v1/upload`],
    ]);
    expect(bytesRead()).toBeLessThan(10_000);
  });
});

describe('JSON that is too large', () => {
  it('API-05 is told so to who is still sending', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(50 * MB) });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, { method: 'POST', headers, body });
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      413,
      errorTable.body_too_large.message,
    ]);
    expect(bytesRead()).toBeLessThan(2 * MB);
  });
});
