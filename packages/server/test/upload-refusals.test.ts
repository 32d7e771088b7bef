import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { errorTable, limits, messages } from '@clearframe/contract';
import type { Engine } from '@clearframe/engine';
import { count, eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { media, usageEntry } from '../src/db/schema.ts';
import { createFetcher } from '../src/security/fetcher.ts';
import { type Built, build } from './helpers/build.ts';
import {
  createUploader,
  type FormFields,
  file,
  grantFrames,
  loadEngine,
  multipart,
  picture,
  pngHeader,
  runQueuedModeration,
  type Uploader,
} from './helpers/uploads.ts';

const damaged = errorTable.file_undecodable.message;
const unsupported = messages.fileUnsupported;
const apiUnsupported = errorTable.api_file_unsupported.message;
const cut = (name: string) => {
  const bytes = picture(name);
  return bytes.subarray(0, Math.floor(bytes.length * 0.6));
};
/** A PNG whose header claims 65,000 by 65,000 pixels: 17 GB decoded. */
function hugePng(): Buffer {
  const bytes = Buffer.from(picture('formats/pears.png'));
  bytes.writeUInt32BE(65_000, 16);
  bytes.writeUInt32BE(65_000, 20);
  return bytes;
}
const mp4 = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom'), Buffer.alloc(500)]);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(200));
const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200));
const text = Buffer.from('this is no picture at all, only its name says so'.padEnd(200));

type Case = { fields: FormFields; dashboard: [number, string]; api: [number, string] };

/** Files: what each door answers. */
const files: Record<string, Case> = {
  'an empty file': {
    fields: { media: file(Buffer.alloc(0), 'a.jpg') },
    dashboard: [400, 'The file is empty'],
    api: [400, 'The file is empty'],
  },
  'text named .jpg': { fields: { media: file(text, 'a.jpg') }, dashboard: [400, unsupported], api: [415, apiUnsupported] },
  'three bytes': {
    fields: { media: file(Buffer.from('abc'), 'a.jpg') },
    dashboard: [400, unsupported],
    api: [415, apiUnsupported],
  },
  SVG: { fields: { media: file(svg, 'a.svg') }, dashboard: [400, unsupported], api: [415, apiUnsupported] },
  'HTML named .png': { fields: { media: file(html, 'a.png') }, dashboard: [400, unsupported], api: [415, apiUnsupported] },
  'a truncated JPEG': { fields: { media: file(cut('formats/pears.jpg')) }, dashboard: [400, damaged], api: [400, damaged] },
  'a truncated PNG': { fields: { media: file(cut('formats/pears.png')) }, dashboard: [400, damaged], api: [400, damaged] },
  'a truncated WebP': { fields: { media: file(cut('formats/pears.webp')) }, dashboard: [400, damaged], api: [400, damaged] },
  'a truncated GIF': { fields: { media: file(cut('formats/pears.gif')) }, dashboard: [400, damaged], api: [400, damaged] },
  'a truncated HEIC': { fields: { media: file(cut('formats/pears.heic')) }, dashboard: [400, damaged], api: [400, damaged] },
  'a truncated AVIF': { fields: { media: file(cut('formats/pears.avif')) }, dashboard: [400, damaged], api: [400, damaged] },
  'a header without a picture': { fields: { media: file(pngHeader) }, dashboard: [400, damaged], api: [400, damaged] },
  'a PNG of 65,000 × 65,000': {
    fields: { media: file(hugePng()) },
    dashboard: [400, 'The picture is too large: more than 50 million pixels'],
    api: [400, 'The picture is too large: more than 50 million pixels'],
  },
  'a video': {
    fields: { media: file(mp4, 'a.jpg') },
    dashboard: [400, 'Upload videos through the API. Select an image file here.'],
    api: [503, 'This server has no ffmpeg for videos. Its operator can install ffmpeg or set FFMPEG_PATH.'],
  },
  'no field media': {
    fields: { title: 'x' },
    dashboard: [400, 'Please select an image file'],
    api: [400, 'The field media is required: a file or an http(s) URL'],
  },
  'a blank address': {
    fields: { media: '  ' },
    dashboard: [400, 'Please enter an image URL'],
    api: [400, 'The field media is required: a file or an http(s) URL'],
  },
  'an address that is none': {
    fields: { media: 'not an address' },
    dashboard: [400, 'Please enter a valid image URL'],
    api: [400, 'Please enter a valid image URL'],
  },
  'an address of another scheme': {
    fields: { media: 'file:///etc/passwd' },
    dashboard: [400, 'Please enter a valid image URL'],
    api: [400, 'Please enter a valid image URL'],
  },
  'an address with U+0000': {
    fields: { media: 'http://127.0.0.1/x.png\0' },
    dashboard: [400, 'Please enter a valid image URL'],
    api: [400, 'Please enter a valid image URL'],
  },
  'a title that is too long': {
    fields: { media: file(picture('formats/pears.png')), title: 'x'.repeat(201) },
    dashboard: [400, 'title: '],
    api: [400, 'title: '],
  },
  'a text that is far too long': {
    fields: { caption: 'x'.repeat(100_000), media: file(picture('formats/pears.png')) },
    dashboard: [400, 'The field caption is too long'],
    api: [400, 'The field caption is too long'],
  },
  'a text with U+0000': {
    fields: { media: file(picture('formats/pears.png')), caption: 'a\0b' },
    dashboard: [400, 'The field caption holds characters that cannot be stored'],
    api: [400, 'The field caption holds characters that cannot be stored'],
  },
  'too many fields': {
    fields: {
      media: file(picture('formats/pears.png')),
      ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field${n}`, 'x'])),
    },
    dashboard: [413, 'The request is too large'],
    api: [413, 'The request is too large'],
  },
  'another file that is large': {
    fields: { other: file(Buffer.alloc(400_000)), media: file(picture('formats/pears.png')) },
    dashboard: [400, 'The file "picture.png" came in the field "other". Send one file, in the field media.'],
    api: [400, 'The file "picture.png" came in the field "other". Send one file, in the field media.'],
  },
};

const privateAddresses = [
  'http://127.0.0.1/x.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://2130706433/x.png',
  'http://0x7f000001/x.png',
  'http://[::1]/x.png',
  'http://[::ffff:127.0.0.1]/x.png',
  'http://[::ffff:7f00:1]/x.png',
  'http://localhost/x.png',
  'http://10.0.0.1/x.png',
];

describe('an upload that is refused', () => {
  let engine: Engine;
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    engine = await loadEngine();
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built, 1000);
    await runQueuedModeration(built, engine);
  });
  afterAll(async () => {
    await built.close();
    await engine.close();
  });

  /** Neither item nor charge nor object is left, whatever was sent. */
  async function expectNothingKept(): Promise<void> {
    const { db } = built.context;
    expect(await db.select().from(media)).toEqual([]);
    expect(await db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, 'commit'))).toEqual([{ n: 0 }]);
    const { used, reserved } = (await db.query.usagePeriod.findFirst()) ?? {};
    expect({ used, reserved }).toEqual({ used: 0, reserved: 0 });
    const objects: string[] = [];
    for await (const { key } of built.context.storage.list()) objects.push(key);
    expect(objects).toEqual([]);
  }

  function expectRefusal(answer: LightMyRequestResponse, [status, message]: [number, string], what?: string): void {
    const body = answer.json<{ status: string; message: string; data: null }>();
    expect(body, what).toMatchObject({ status: 'error', data: null });
    expect(answer.statusCode, `${what} ${answer.body}`).toBe(status);
    if (message.endsWith(': ')) expect(body.message).toContain(message);
    else expect(body.message, what).toBe(message);
  }

  it.each(Object.entries(files))(
    'UP-02 UP-07 API-05 SEC-06 SEC-07 because of %s answers its sentence at both doors',
    async (what, { fields, dashboard, api }) => {
      expectRefusal(await person.upload(fields), dashboard, what);
      expectRefusal(await person.apiUpload(fields), api, what);
      await expectNothingKept();
    },
  );

  it('UP-02 because of its size: under 10 MB in the dashboard, up to 100 MB through the API', async () => {
    const padded = (bytes: number) => Buffer.concat([picture('formats/pears.jpg'), Buffer.alloc(bytes)], bytes);
    const tenMb = limits.dashboardUploadMaxBytes;
    for (const size of [tenMb, tenMb + 1, tenMb * 2])
      expectRefusal(await person.upload({ media: file(padded(size)) }), [400, 'File size must be less than 10MB'], `${size}`);
    for (const size of [limits.apiUploadMaxBytes + 1, limits.apiUploadMaxBytes + 2_000_000])
      expectRefusal(await person.apiUpload({ media: file(padded(size)) }), [413, 'The file is larger than 100 MB'], `${size}`);
    await expectNothingKept();
  });

  it.each([
    ['is no JSON', '{order: 7}'],
    ['is nested too deep', '['.repeat(20) + ']'.repeat(20)],
  ])('API-05 because its metadata %s', async (_what, metadata) => {
    const answer = await person.apiUpload({ media: file(picture('formats/pears.png')), metadata });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ message: string }>().message).toMatch(/^The field metadata /);
    await expectNothingKept();
  });

  it('API-05 because its body is no form, at both doors', async () => {
    const bearer = { authorization: `Bearer ${person.token}` };
    const doors = [
      { url: '/api/media/upload', headers: person.headers, missing: 'Please select an image file' },
      { url: '/api/v1/upload', headers: bearer, missing: 'The field media is required: a file or an http(s) URL' },
    ];
    const form = await multipart({ media: file(picture('formats/pears.png')) });
    for (const { url, headers, missing } of doors) {
      const send = (type: string | null, payload: Buffer | string) =>
        built.app.inject({
          method: 'POST',
          url,
          headers: { ...headers, ...(type === null ? {} : { 'content-type': type }) },
          payload,
        });
      const malformed: [number, string] = [400, 'Could not read the request body'];
      expectRefusal(await built.app.inject({ method: 'POST', url, headers }), [400, missing]);
      expectRefusal(await send('multipart/form-data', form.payload), malformed, 'no boundary');
      expectRefusal(await send('multipart/form-data; boundary=other', form.payload), malformed, 'other boundary');
      expectRefusal(await send(form.headers['content-type'] ?? '', form.payload.subarray(0, -30)), malformed, 'cut short');
      expectRefusal(await send('application/json', '{"media": "https://example.com/a.png"}'), [
        415,
        'This content type is not accepted',
      ]);
      expectRefusal(await send('image/png', form.payload), [415, 'This content type is not accepted']);
    }
    await expectNothingKept();
  });

  it('API-05 because the field media comes twice', async () => {
    const form = new FormData();
    form.append('media', new Blob([Buffer.from(picture('formats/pears.png'))]), 'a.png');
    form.append('media', 'https://example.com/b.png');
    const encoded = new Response(form);
    const headers = { ...person.headers, 'content-type': encoded.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await encoded.arrayBuffer());
    const answer = await built.app.inject({ method: 'POST', url: '/api/media/upload', headers, payload });
    expectRefusal(answer, [400, 'The field media was sent more than once']);
    await expectNothingKept();
  });

  it('API-05 because a file came in another field, before or after the one in media', async () => {
    const pears = file(picture('formats/pears.png'), 'a.png');
    const small = file(picture('formats/pears.png'), 'small.png');
    const said: [number, string] = [
      400,
      'The file "small.png" came in the field "thumbnail". Send one file, in the field media.',
    ];
    for (const fields of [{ thumbnail: small, media: pears }, { media: pears, thumbnail: small }, { thumbnail: small }]) {
      expectRefusal(await person.upload(fields), said);
      expectRefusal(await person.apiUpload(fields), said);
      const { headers, payload } = await multipart(fields);
      expectRefusal(await built.app.inject({ method: 'POST', url: '/api/try-it', headers, payload }), said);
    }
    await expectNothingKept();
  });

  it('API-05 because a second file came in the field media', async () => {
    const form = new FormData();
    for (const name of ['a.png', 'b.png']) form.append('media', new Blob([Buffer.from(picture('formats/pears.png'))]), name);
    const encoded = new Response(form);
    const headers = { ...person.headers, 'content-type': encoded.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await encoded.arrayBuffer());
    const answer = await built.app.inject({ method: 'POST', url: '/api/media/upload', headers, payload });
    expectRefusal(answer, [400, 'The field media was sent more than once']);
    await expectNothingKept();
  });

  it('UP-02 because nothing was chosen: a browser sends a nameless, empty file', async () => {
    const boundary = 'x';
    const payload =
      `--x\r\nContent-Disposition: form-data; name="media"; filename=""\r\n` +
      `Content-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n`;
    const headers = { ...person.headers, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const answer = await built.app.inject({ method: 'POST', url: '/api/media/upload', headers, payload });
    expectRefusal(answer, [400, 'Please select an image file']);
  });

  it.each(privateAddresses)('UP-03 SEC-01 because %s is not public', async (media) => {
    const refusal: [number, string] = [400, 'Unable to validate image URL. Please check the URL and try again.'];
    expectRefusal(await person.upload({ media }), refusal);
    expectRefusal(await person.apiUpload({ media }), refusal);
    await expectNothingKept();
  });

  it('API-05 without a token, with a wrong one, and with a session in its place', async () => {
    const form = await multipart({ media: file(picture('formats/pears.png')) });
    for (const headers of [{}, { authorization: 'Bearer cf_live_wrong' }, person.headers]) {
      const answer = await built.app.inject({
        method: 'POST',
        url: '/api/v1/upload',
        headers: { ...headers, ...form.headers },
        payload: form.payload,
      });
      expectRefusal(answer, [401, 'Invalid API token']);
    }
    const anonymous = await built.app.inject({
      method: 'POST',
      url: '/api/media/upload',
      headers: form.headers,
      payload: form.payload,
    });
    expect(anonymous.statusCode).toBe(401);
    await expectNothingKept();
  });

  it('UP-08 API-07 without an active period, and when no frame is left', async () => {
    const fields = { media: file(picture('formats/pears.png')) };
    const other = await createUploader(built, null);
    const none: [number, string] = [403, 'This needs an active subscription. Subscribe to a plan first.'];
    expectRefusal(await other.upload(fields), none);
    await grantFrames(built, other.accountId, 1);
    expect((await other.upload(fields)).statusCode).toBe(200);
    const exhausted: [number, string] = [403, 'No frames left in this period. Nothing was charged.'];
    expectRefusal(await other.upload(fields), exhausted);
    const list = await other.get('/api/media');
    expect(list.json<{ data: { media_uploads: unknown[] } }>().data.media_uploads).toHaveLength(1);
    expect(await readdir(join(built.dataDir, 'objects'))).toContain(other.accountId);
  });
});

describe('an upload by address', () => {
  let engine: Engine;
  let built: Built;
  let person: Uploader;
  let pictures: Server;
  let origin: string;
  let closedOrigin: string;
  const asked: string[] = [];
  let leftSlow = () => {};
  let bigJpeg: Buffer;

  beforeAll(async () => {
    const noise = Buffer.alloc(2400 * 1800 * 3);
    for (let at = 0; at < noise.length; at += 1) noise[at] = (at * 2_654_435_761) >>> 24;
    bigJpeg = await sharp(noise, { raw: { width: 2400, height: 1800, channels: 3 } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    pictures = createServer((request, response) => {
      const path = request.url ?? '';
      asked.push(`${request.method} ${path}`);
      const status = /^\/status\/(\d+)$/.exec(path)?.[1];
      if (status) return void response.writeHead(Number(status)).end();
      if (path === '/no-head.png' && request.method === 'HEAD') return void response.writeHead(405).end();
      if (path === '/to-private') return void response.writeHead(302, { location: 'http://127.0.0.1:1/x.png' }).end();
      if (path === '/get-fails.png') return void response.writeHead(request.method === 'HEAD' ? 200 : 404).end();
      if (path === '/endless.png') {
        response.writeHead(200);
        if (request.method === 'HEAD') return void response.end();
        response.write(picture('formats/pears.png'));
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
          response.once('drain', more);
        };
        return more();
      }
      if (path === '/slow.txt' && request.method === 'GET') {
        response.once('close', leftSlow);
        return void response.write('no picture '.repeat(10));
      }
      if (path === '/breaks-off.png') {
        response.writeHead(200, { 'content-length': '11130' });
        if (request.method === 'HEAD') return void response.end();
        response.write(picture('formats/pears.png').subarray(0, 5000));
        return void setImmediate(() => response.destroy());
      }
      const body = path === '/page.html' ? html : picture('formats/pears.png');
      response.writeHead(200, { 'content-type': 'image/png' }).end(body);
    });
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    closedOrigin = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((resolve) => closed.close(resolve));
    engine = await loadEngine();
    const fetcher = createFetcher({ allowPrivateTargets: [origin.slice(7), closedOrigin.slice(7)] });
    built = await build({ config: { throughputScale: 1000 }, parts: { fetcher } });
    person = await createUploader(built);
    await runQueuedModeration(built, engine);
  });
  afterAll(async () => {
    await built.close();
    await engine.close();
    pictures.closeAllConnections();
    pictures.close();
  });

  it('UP-03 UP-06 is fetched by the server, after the same check as in the browser', async () => {
    asked.length = 0;
    const media = `${origin}/a%20picture.png?size=1`;
    const answer = await person.upload({ media });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<{ data: { media_upload: unknown } }>().data.media_upload).toMatchObject({
      originalUrl: media,
      originalFilename: 'a picture.png',
      mimeType: 'image/png',
    });
    expect(asked).toEqual(['HEAD /a%20picture.png?size=1', 'GET /a%20picture.png?size=1']);
  });

  it('UP-03 is fetched from a server that knows no HEAD', async () => {
    expect((await person.apiUpload({ media: `${origin}/no-head.png` })).statusCode).toBe(200);
  });

  it.each([
    ['/status/403', '403 Forbidden: Image URL is not publicly accessible'],
    ['/status/404', '404 Not Found: Image URL does not exist'],
    ['/status/500', 'HTTP 500: Unable to access image URL'],
    ['/status/429', 'HTTP 429: Unable to access image URL'],
    ['/get-fails.png', '404 Not Found: Image URL does not exist'],
    ['/to-private', 'Unable to validate image URL. Please check the URL and try again.'],
    ['/breaks-off.png', 'Unable to validate image URL. Please check the URL and try again.'],
  ])('UP-03 SEC-01 that answers %s is refused with its sentence, uncharged', async (path, message) => {
    const before = await built.context.db.select().from(usageEntry);
    for (const answer of [
      await person.upload({ media: `${origin}${path}` }),
      await person.apiUpload({ media: `${origin}${path}` }),
    ])
      expect({ status: answer.statusCode, message: answer.json<{ message: string }>().message }).toEqual({
        status: 400,
        message,
      });
    expect(await built.context.db.select().from(usageEntry)).toEqual(before);
  });

  it('UP-03 that nobody answers is refused', async () => {
    const answer = await person.upload({ media: `${closedOrigin}/x.png` });
    expect(answer.json()).toMatchObject({ message: 'Unable to validate image URL. Please check the URL and try again.' });
  });

  it('UP-02 UP-03 is held to the same kinds and sizes as a file', async () => {
    expect((await person.upload({ media: `${origin}/page.html` })).json()).toMatchObject({ message: unsupported });
    expect((await person.apiUpload({ media: `${origin}/page.html` })).statusCode).toBe(415);
    expect((await person.upload({ media: `${origin}/endless.png` })).json()).toMatchObject({
      message: 'File size must be less than 10MB',
    });
    expect(await readdir(join(built.dataDir, 'objects/unfinished'))).toEqual([]);
  });

  // Sooner than the 10 s after which a silent server is left anyway.
  it('SEC-06 leaves the server of a refused address at once, whatever it would still send', async () => {
    const left = new Promise<void>((resolve) => {
      leftSlow = resolve;
    });
    expect((await person.upload({ media: `${origin}/slow.txt` })).json()).toMatchObject({ message: unsupported });
    await left;
  });

  it('API-02 takes a JPEG of more than 10 MB through the API', async () => {
    expect(bigJpeg.length).toBeGreaterThan(limits.dashboardUploadMaxBytes);
    expect((await person.apiUpload({ media: file(bigJpeg, 'big.jpg') })).statusCode).toBe(200);
  });

  it('SEC-06 lets a caller whose large file is refused send to the end and read the answer on the same connection', async () => {
    await built.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = built.app.server.address() as AddressInfo;
    const unsubscribed = await createUploader(built, null);
    const unread = await multipart({ media: file(Buffer.alloc(9_000_000), 'a.jpg') });
    const halfRead = await multipart({ media: file(Buffer.concat([html, Buffer.alloc(9_000_000)]), 'a.jpg') });
    const tooLarge = await multipart({ media: file(Buffer.alloc(20_000_000), 'a.jpg') });
    const cases = [
      { form: halfRead, who: person, status: 400 },
      { form: tooLarge, who: person, status: 400 },
      { form: unread, who: unsubscribed, status: 403 },
    ];
    for (const { form, who, status } of cases) {
      const socket = connect(port, '127.0.0.1');
      const answers = new Promise<string>((resolve, reject) => {
        let seen = '';
        socket.setEncoding('latin1').on('error', reject);
        socket.on('data', (chunk: string) => {
          seen += chunk;
          if (seen.split('HTTP/1.1 ').length > 2) resolve(seen);
        });
      });
      const lines = Object.entries({ ...who.headers, ...form.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `POST /api/media/upload HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: ${form.payload.length}\r\n${lines.join('')}\r\n`,
      );
      socket.write(form.payload);
      socket.write(`GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
      const seen = await answers;
      expect(seen).toContain(`HTTP/1.1 ${status}`);
      expect(seen).toContain('HTTP/1.1 200');
      socket.destroy();
    }
  });
});
