import type { AddressInfo } from 'node:net';
import { DetectModerationLabelsCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import type { Checker } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { media } from '../../src/db/schema.ts';
import { type Built, build } from '../helpers/build.ts';
import { fakeVideo, fakeVideoParts } from '../helpers/fake-videos.ts';
import { createUploader, picture, type Uploader } from '../helpers/uploads.ts';

/** No analysis process works here: what is refused is refused before one is asked. */
let built: Built;
let owner: Uploader;
let origin: string;
const lines: string[] = [];

const pears = picture('formats/pears.png');
const MB = 1_048_576;
const video = fakeVideo(1);
const large = (bytes: number) => Buffer.concat([pears, Buffer.alloc(bytes)]);
const picturesAlone = 'Unsupported media type. Accepted: images JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF';

beforeAll(async () => {
  built = await build({ config: { rateLimitScale: 1_000 }, parts: fakeVideoParts, onLog: (line) => void lines.push(line) });
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${z.custom<AddressInfo>().parse(built.app.server.address()).port}`;
  owner = await createUploader(built);
});
afterAll(async () => {
  // Whoever runs the server is not woken by what a client did.
  expect(lines.filter((line) => line.includes('request failed'))).toEqual([]);
  // Nothing of what is refused is kept.
  expect(await built.context.db.select().from(media)).toEqual([]);
  await built.close();
});

const bearing = () => ({ authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' });
async function call(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = bearing()) {
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, told: z.json().parse(await answer.json()) };
}
const openai = (bytes: Buffer) => {
  const url = `data:image/png;base64,${bytes.toString('base64')}`;
  return call('/api/openai/v1/moderations', JSON.stringify({ input: [{ type: 'image_url', image_url: { url } }] }));
};
const oip = (asked: object, model = 'clearframe-mid') => call(`/api/oip/v2/models/${model}/infer`, JSON.stringify(asked));
const image = (bytes: Buffer) => ({ name: 'image', datatype: 'BYTES', shape: [1], data: [bytes.toString('base64')] });

async function makeChecker(settings: object = {}): Promise<string> {
  const payload = { name: 'Lemmy', ...settings };
  const made = await built.app.inject({ method: 'POST', url: '/api/checkers', headers: owner.headers, payload });
  return `/api/check/${made.json<{ data: { checker: Checker } }>().data.checker.secret}`;
}

describe('a client that makes a mistake is told what to do', () => {
  it('DOOR-A1 names what it takes, and not what it does not', async () => {
    expect((await openai(video)).told).toMatchObject({ error: { code: 'image_unsupported', message: picturesAlone } });
    expect((await call('/api/openai/v1/moderations', '{}')).told).toMatchObject({ error: { code: 'missing_input' } });
    const message = 'A request may have up to 16 MB. Send a larger picture by its address.';
    expect(await openai(Buffer.alloc(13 * MB))).toMatchObject({ status: 413, told: { error: { message } } });
  });

  it('DOOR-A2 says how many images a request may have', async () => {
    const form = new FormData();
    for (let n = 0; n < 11; n += 1) form.append('images', new Blob([new Uint8Array(pears)], { type: 'image/png' }), `${n}.png`);
    const answer = await fetch(`${origin}/api/misskey/v1/detect-images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      body: form,
    });
    const error = { code: 'REQUEST_TOO_LARGE', message: 'A request has at most 10 images' };
    expect([answer.status, await answer.json()]).toEqual([413, { success: false, error }]);
  });

  it('DOOR-A3 tells a form, a video that is not wanted and one that is too long apart', async () => {
    const path = await makeChecker();
    const form = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const reason = 'Send the bytes of the file as the body, and not a form';
    expect(await call(path, new Uint8Array(form), type)).toMatchObject({ status: 415, told: { verdict: 'none', reason } });
    const bytes = { 'content-type': 'application/octet-stream' };
    expect(await call(path, new Uint8Array(video), bytes)).toMatchObject({ status: 415, told: { reason: picturesAlone } });
    const withVideos = await makeChecker({ video_max_seconds: 1 });
    const tooLong = { verdict: 'none', reason: 'A video may last at most 1 s here' };
    expect(await call(withVideos, new Uint8Array(fakeVideo(2)), bytes)).toMatchObject({ status: 415, told: tooLong });
  });

  it('DOOR-A4 says how large a picture may be, where its request is too large already', async () => {
    const [token] = z
      .object({ data: z.object({ access_tokens: z.array(z.object({ id: z.string() })) }) })
      .parse((await owner.get('/api/access-tokens')).json()).data.access_tokens;
    const { data } = z
      .object({ data: z.object({ aws_keys: z.object({ access_key_id: z.string(), secret_access_key: z.string() }) }) })
      .parse((await owner.get(`/api/access-tokens/${token?.id}/aws-keys`)).json());
    const credentials = { accessKeyId: data.aws_keys.access_key_id, secretAccessKey: data.aws_keys.secret_access_key };
    const client = new RekognitionClient({
      endpoint: `${origin}/api/rekognition`,
      region: 'eu-central-1',
      maxAttempts: 1,
      credentials,
    });
    const asked = client.send(new DetectModerationLabelsCommand({ Image: { Bytes: Buffer.alloc(6 * MB) } }));
    await expect(asked).rejects.toMatchObject({
      name: 'ImageTooLargeException',
      message: 'A request may have up to 7 MB. A picture in it may have up to 5 MB.',
    });
    const outside = { Image: { S3Object: { Bucket: 'elsewhere', Name: 'a.png' } } };
    await expect(client.send(new DetectModerationLabelsCommand(outside))).rejects.toThrow('No source of your account');
    client.destroy();
  });

  it('DOOR-A3 shows what a network looks like, where one is none', async () => {
    const payload = { name: 'Lemmy', allow_from: ['example.com'] };
    const made = await built.app.inject({ method: 'POST', url: '/api/checkers', headers: owner.headers, payload });
    const message = 'Send a network such as 192.0.2.0/24';
    expect(made.json()).toMatchObject({ errors: [{ path: 'allow_from.0', message }] });
  });

  it('DOOR-A6 names the content type of a part', async () => {
    const headers = { authorization: `Bearer ${owner.token}`, 'tus-resumable': '1.0.0' };
    const made = await fetch(`${origin}/api/v1/tus`, { method: 'POST', headers: { ...headers, 'upload-length': '3' } });
    const part = { ...headers, 'content-type': 'image/png', 'upload-offset': '0' };
    const url = `${origin}${new URL(made.headers.get('location') ?? '').pathname}`;
    const answer = await fetch(url, { method: 'PATCH', headers: part, body: 'abc' });
    const message = 'Send the content type application/offset+octet-stream';
    expect([answer.status, await answer.json()]).toMatchObject([415, { message }]);
  });

  it('DOOR-A5 says which model, version and output there is, and how large a picture may be', async () => {
    expect(await oip({}, 'other')).toEqual({ status: 404, told: { error: 'There is no model "other". Use clearframe-mid.' } });
    expect(await oip({}, 'clearframe-mid/versions/9')).toEqual({
      status: 404,
      told: { error: 'There is no version "9". Use 1.' },
    });
    expect(await oip({ inputs: [image(pears)], outputs: [{ name: 'y' }] })).toEqual({
      status: 400,
      told: { error: 'There is no output "y". Use scores.' },
    });
    expect(await oip({ inputs: [image(video)] })).toEqual({ status: 400, told: { error: picturesAlone } });
    expect(await oip({ inputs: [image(large(20 * MB))] })).toEqual({
      status: 413,
      told: { error: 'A picture may have up to 20 MB' },
    });
  });
});
