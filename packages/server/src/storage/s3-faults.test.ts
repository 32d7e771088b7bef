import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { S3Limits } from './s3-connection.ts';
import { createS3Storage } from './s3-storage.ts';
import { ObjectMissing, type Storage, StorageUnavailable } from './storage.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

const key = 'account/item/original.png';
const fault = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`);

let server: Server;
let storage: Storage;
let copies: string;
let answer: Answer;
let sockets: Set<Socket>;

const open = (limits: Partial<S3Limits>) =>
  createS3Storage(
    {
      bucket: 'bucket',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      prefix: '',
      encryption: null,
    },
    copies,
    { connectMs: 2_000, silentMs: 2_000, requestMs: 10_000, heldBytes: 1_000_000, ...limits },
  );

beforeEach(async () => {
  sockets = new Set();
  server = createServer((request, response) => {
    void buffer(request).then(
      (body) => answer(request, response, body),
      () => undefined,
    );
  });
  server.on('connection', (socket) => sockets.add(socket).add(socket.once('close', () => sockets.delete(socket))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  copies = await mkdtemp(join(tmpdir(), 'clearframe-copies-'));
  storage = open({});
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
  await rm(copies, { recursive: true, force: true });
});

describe('an answer of an S3 storage', () => {
  it.each<[string, Answer]>([
    ['that the bucket is gone', (_request, response) => fault(response, 404, 'NoSuchBucket')],
    ['of something before it', (_request, response) => response.writeHead(404).end('<html><body>default backend</body></html>')],
    ['of nothing but a status', (_request, response) => response.writeHead(404).end()],
  ])('OPS-04 %s never says that an object is missing', async (_name, told) => {
    answer = told;
    await expect(storage.size(key)).rejects.toThrow(StorageUnavailable);
    await expect(storage.get(key)).rejects.toThrow(StorageUnavailable);
    await expect(storage.open(key)).rejects.toThrow(StorageUnavailable);
    await expect(storage.withFile(key, async () => undefined)).rejects.toThrow(StorageUnavailable);
    await expect(storage.move(key, 'account/item/other.png')).rejects.toThrow(StorageUnavailable);
  });

  it('OPS-03 that there is no such key says that it is missing', async () => {
    answer = (_request, response) => fault(response, 404, 'NoSuchKey');
    await expect(storage.size(key)).rejects.toThrow(ObjectMissing);
    await expect(storage.get(key)).rejects.toThrow(ObjectMissing);
    await expect(storage.open(key)).rejects.toThrow(ObjectMissing);
    expect(await storage.move(key, 'account/item/other.png')).toBe(false);
  });

  it('OPS-04 that a put in parts is unknown there is a fault of the storage, and says nothing of the object', async () => {
    answer = ({ method }, response) => {
      if (method !== 'POST') return fault(response, 404, 'NoSuchUpload');
      const made = '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(made);
    };
    const large = Buffer.alloc(9 * 1024 * 1024);
    await expect(open({ heldBytes: large.length }).put(key, large)).rejects.toThrow('a put in parts was ended there');
  });

  it('SEC-02 that it cannot say now whether it keeps versions removes nothing', async () => {
    const asked: (string | undefined)[] = [];
    answer = ({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      fault(response, 400, 'InvalidRequest');
    };
    await expect(storage.remove([key])).rejects.toThrow(/^S3/);
    expect(asked.filter((one) => one?.startsWith('POST'))).toEqual([]);
  });

  it.each([
    [400, 'InvalidRequest'],
    [400, 'InvalidArgument'],
    [405, 'MethodNotAllowed'],
    [411, 'MissingContentLength'],
    [501, 'NotImplemented'],
  ])('OPS-04 %i %s is a setting of the storage: no job loses a try by it', async (status, code) => {
    answer = (_request, response) => fault(response, status, code);
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(StorageUnavailable);
    await expect(storage.get(key)).rejects.toThrow(StorageUnavailable);
    await expect(storage.remove([key])).rejects.toThrow();
  });

  it('OPS-04 that one object is too large is no fault of the storage', async () => {
    answer = (_request, response) => fault(response, 400, 'EntityTooLarge');
    const refused = await storage.put(key, Buffer.from('x')).catch((error: unknown) => error);
    expect([refused instanceof Error, refused instanceof StorageUnavailable]).toEqual([true, false]);
  });

  it('OPS-04 that does not come is waited for once, of a large object too; one that fails is asked for three times', async () => {
    const asked: string[] = [];
    const impatient = open({ silentMs: 100, heldBytes: 100_000_000 });
    // Some answers have to come in time, on a busy machine too.
    const patient = open({ silentMs: 5_000, heldBytes: 100_000_000 });
    const large = Buffer.alloc(9 * 1024 * 1024);
    const count = async (work: Promise<unknown>) => {
      asked.length = 0;
      await expect(work).rejects.toThrow(StorageUnavailable);
      return asked.length;
    };
    answer = ({ method, url = '' }, response) => {
      asked.push(`${method} ${url}`);
      if (method !== 'POST') return;
      const made = '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';
      response.writeHead(200, { 'content-type': 'application/xml' }).end(made);
    };
    expect(await count(impatient.put(key, Buffer.from('x')))).toBe(1);
    expect(await count(impatient.get(key))).toBe(1);
    expect(await count(impatient.size(key))).toBe(1);
    // It is begun, and one part is sent. That the rest is given up is not told to who does not answer.
    expect(await count(patient.put(key, large))).toBe(2);
    answer = ({ method, url = '' }, response) => {
      asked.push(`${method} ${url}`);
      fault(response, 500, 'InternalError');
    };
    expect(await count(patient.put(key, Buffer.from('x')))).toBe(3);
  });

  it('SEC-02 that it fails does not say that strangers are refused', async () => {
    let bytes: Buffer = Buffer.alloc(0);
    answer = ({ method, headers, url = '' }, response, body) => {
      if (method === 'PUT') {
        bytes = body;
        response.writeHead(200).end();
      } else if (url.includes('versioning')) response.writeHead(200).end('<VersioningConfiguration/>');
      else if (method === 'POST') response.writeHead(200).end('<DeleteResult/>');
      else if (headers.authorization === undefined) fault(response, 503, 'SlowDown');
      else response.writeHead(206, { 'content-range': 'bytes 4-11/16' }).end(bytes.subarray(4, 12));
    };
    await expect(storage.ready()).rejects.toThrow(StorageUnavailable);
  });
});

describe('an object of an S3 storage that nobody reads', () => {
  /** As long as more comes than a connection holds. */
  const endless: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000_000 });
    Readable.from(
      (async function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    )
      .on('error', () => undefined)
      .pipe(response);
  };
  const whenLeft = async () => {
    for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
  };

  it('OPS-04 holds no connection once it is destroyed', async () => {
    answer = endless;
    const { body } = await storage.open(key);
    body.destroy();
    await whenLeft();
    expect(sockets.size).toBe(0);
  });

  it('OPS-04 holds none either when this disk takes no copy', async () => {
    answer = endless;
    await rm(copies, { recursive: true });
    await writeFile(copies, 'no folder');
    await expect(storage.withFile(key, async () => undefined)).rejects.toThrow();
    await whenLeft();
    expect(sockets.size).toBe(0);
  });
});

describe('puts into an S3 storage at the same time', () => {
  it('SEC-02 hold so much and no more: another is refused as if the storage were away, and taken when one has ended', async () => {
    answer = (_request, response) => response.writeHead(200).end();
    const slow = new PassThrough();
    const first = storage.put(key, slow);
    slow.write(Buffer.alloc(700_000));
    while (slow.readableLength > 0) await new Promise((resolve) => setImmediate(resolve));
    const second = Readable.from([Buffer.alloc(700_000)]);
    await expect(storage.put('account/item/second.png', second)).rejects.toThrow(StorageUnavailable);
    expect(second.destroyed).toBe(true);
    slow.end();
    expect(await first).toEqual({ sizeBytes: 700_000 });
    expect(await storage.put('account/item/third.png', Readable.from([Buffer.alloc(700_000)]))).toEqual({ sizeBytes: 700_000 });
  });
});
