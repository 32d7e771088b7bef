import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnalysersWith, systemClock } from '@clearframe/engine/light';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { media, usagePeriod } from '../../src/db/schema.ts';
import { failModeration } from '../../src/moderation/analyse/fail-moderation.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, quickExaminer, runQueuedModeration, type Uploader } from '../helpers/uploads.ts';

let built: Built;
let owner: Uploader;
let address: string;
let isDown = false;
/** false = as where other analysers alone look. */
let hasClasses = true;
const pears = picture('formats/pears.png');
const classes = { drawing: 0.125, hentai: 0.0625, neutral: 0.5, porn: 0.25, sexy: 0.0625 };
const row = [0.125, 0.0625, 0.5, 0.25, 0.0625];
const labels = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'];
const model = '/api/oip/v2/models/clearframe-mid';
/** What the examiner was given. */
const sides: number[][] = [];

beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000, rateLimitScale: 1_000 } });
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = z.custom<AddressInfo>().parse(built.app.server.address());
  address = `http://127.0.0.1:${port}/api/oip`;
  owner = await createUploader(built);
  await runQueuedModeration(built, {
    async examine(bytes) {
      if (isDown) throw new Error('the analyser is down');
      const examined = await quickExaminer.examine(bytes);
      // The header of a PNG.
      sides.push([Buffer.from(bytes).readUInt32BE(16), Buffer.from(bytes).readUInt32BE(20)]);
      return hasClasses ? { ...examined, analysis: { ...examined.analysis, classes } } : examined;
    },
  });
});
afterAll(() => built.close());

const base64 = pears.toString('base64');
const files = (...data: unknown[]) => ({ inputs: [{ name: 'image', datatype: 'BYTES', shape: [data.length], data }] });

async function infer(payload: unknown, { token = owner.token, url = `${model}/infer`, headers = {} } = {}) {
  return await built.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });
}
const frames = async (on = owner) => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, on.accountId));
  return { used: period?.used, reserved: period?.reserved };
};

/** JSON, then tensors behind it. */
function binary(json: unknown, tensor: Buffer) {
  const head = Buffer.from(JSON.stringify(json));
  return {
    payload: Buffer.concat([head, tensor]),
    headers: { 'content-type': 'application/octet-stream', 'inference-header-content-length': String(head.length) },
  };
}
function element(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

describe('the door of the Open Inference Protocol', () => {
  it('DOOR-A5 tells of itself and of its model as the protocol says', async () => {
    const get = async (path: string) => (await built.app.inject({ url: path })).json();
    expect(await get('/api/oip/v2')).toMatchObject({ name: 'clearframe', extensions: ['binary_tensor_data'] });
    expect(await get('/api/oip/v2/health/live')).toEqual({ live: true });
    expect(await get('/api/oip/v2/health/ready')).toEqual({ ready: true });
    expect(await get(`${model}/ready`)).toEqual({ name: 'clearframe-mid', ready: true });
    for (const path of [model, `${model}/versions/1`])
      expect(await get(path)).toMatchObject({
        name: 'clearframe-mid',
        versions: ['1'],
        inputs: [{ name: 'image', datatype: 'BYTES', shape: [-1] }],
        outputs: [{ name: 'scores', datatype: 'FP32', shape: [-1, 5] }],
        parameters: { labels },
      });
  });

  it('DOOR-A5 gives five numbers a picture for a frame each, and echoes the id', async () => {
    const before = await frames();
    const answer = await infer({ id: 'a-7', ...files(base64, base64) });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        model_name: 'clearframe-mid',
        model_version: '1',
        id: 'a-7',
        parameters: { labels },
        outputs: [{ name: 'scores', datatype: 'FP32', shape: [2, 5], data: [...row, ...row] }],
      },
    ]);
    expect(await frames()).toEqual({ used: (before.used ?? 0) + 2, reserved: 0 });
    expect(await built.context.db.select().from(media).where(eq(media.kept, false))).toEqual([]);
  });

  it('DOOR-A5 takes and gives binary tensors, of files and of pixels', async () => {
    const tensor = Buffer.concat([element(pears), element(pears)]);
    const input = { name: 'image', datatype: 'BYTES', shape: [2], parameters: { binary_data_size: tensor.length } };
    const asked = binary({ inputs: [input], outputs: [{ name: 'scores', parameters: { binary_data: true } }] }, tensor);
    const answer = await infer(asked.payload, { headers: asked.headers });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/octet-stream']);
    const length = Number(answer.headers['inference-header-content-length']);
    const json = JSON.parse(answer.rawPayload.subarray(0, length).toString());
    expect(json.outputs).toEqual([{ name: 'scores', datatype: 'FP32', shape: [2, 5], parameters: { binary_data_size: 40 } }]);
    const given = answer.rawPayload.subarray(length);
    expect(Array.from({ length: 10 }, (_, place) => given.readFloatLE(place * 4))).toEqual([...row, ...row]);

    sides.length = 0;
    const pixels = Buffer.alloc(224 * 224 * 3, 200);
    const ofPixels = {
      name: 'pixels',
      datatype: 'UINT8',
      shape: [1, 224, 224, 3],
      parameters: { binary_data_size: pixels.length },
    };
    const other = binary({ inputs: [ofPixels] }, pixels);
    const one = await infer(other.payload, { headers: other.headers });
    expect([one.statusCode, one.json().outputs]).toMatchObject([200, [{ shape: [1, 5], data: row }]]);
    expect(sides).toEqual([[224, 224]]);
    const inJson = { inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [1, 224, 224, 3], data: [...pixels] }] };
    expect((await infer(inJson)).json().outputs[0].data).toEqual(row);
  });

  it.each(['0', '1'])('DOOR-A5 answers our own analyser for such servers (OIP_BINARY=%s)', async (isBinary) => {
    const mapping = join(mkdtempSync(join(tmpdir(), 'oip-')), 'mapping.json');
    const category = (label: string) => (label === 'Porn' ? 'sexual_explicit' : null);
    const of = {
      version: '1',
      input: { name: 'image', layout: 'encoded' },
      output: { name: 'scores', activation: 'none' },
      labels: labels.map((label) => ({ label, category: category(label) })),
    };
    writeFileSync(mapping, JSON.stringify(of));
    const settings = { url: address, model: 'clearframe-mid', mapping, token: owner.token, binary: isBinary };
    const send: Parameters<typeof createAnalysersWith>[2]['send'] = (url, { method, headers, body }) =>
      fetch(url, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : body }),
      });
    const nobody = () => {
      throw new Error('There is no local analyser');
    };
    const [analyser] = createAnalysersWith(nobody, [{ name: 'oip', settings }], { send, clock: systemClock });
    if (!analyser) throw new Error('There is no analyser');
    const input = { jpeg: async () => pears, text: '' };
    const given = z.custom<Parameters<typeof analyser.analyse>[0]>().parse(input);
    const { scores } = await analyser.analyse(given, AbortSignal.timeout(30_000));
    expect(scores.sexual_explicit).toBeCloseTo(0.25, 5);
  });

  it.each([
    ['no JSON', Buffer.from('{'), 400],
    ['two inputs', { inputs: [...files(base64).inputs, ...files(base64).inputs] }, 400],
    ['another input', { inputs: [{ name: 'x', datatype: 'FP32', shape: [1], data: [1] }] }, 400],
    ['another shape', { inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [1, 2, 2, 3], data: [] }] }, 400],
    ['fewer pictures than the shape says', { inputs: [{ name: 'image', datatype: 'BYTES', shape: [2], data: [base64] }] }, 400],
    ['no base64', files('***'), 400],
    ['17 pictures', files(...Array.from({ length: 17 }, () => '')), 400],
    ['another output', { ...files(base64), outputs: [{ name: 'logits' }] }, 400],
    ['a bad picture beside a good one', files(base64, Buffer.from('no picture').toString('base64')), 400],
    ['more values than any request needs', Buffer.from(`{"inputs":[${'0,'.repeat(3_000_000)}0]}`), 400],
    ['neither data nor binary data', { inputs: [{ name: 'image', datatype: 'BYTES', shape: [1] }] }, 400],
  ] as const)('DOOR-A5 refuses %s with a sentence, and charges nothing', async (_what, payload, status) => {
    const before = await frames();
    const answer = await infer(payload);
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { error: expect.stringMatching(/\w/) }]);
    expect(await frames()).toEqual(before);
  });

  it('DOOR-A5 refuses lengths that do not fit, whatever they promise', async () => {
    const input = { name: 'image', datatype: 'BYTES', shape: [1], parameters: { binary_data_size: 4 } };
    const promised = Buffer.alloc(4);
    promised.writeUInt32LE(4_000_000_000);
    const { payload, headers } = binary({ inputs: [input] }, promised);
    expect((await infer(payload, { headers })).statusCode).toBe(400);
    for (const length of ['0', '-1', '1e9', 'x', String(payload.length + 1)])
      expect((await infer(payload, { headers: { ...headers, 'inference-header-content-length': length } })).statusCode).toBe(400);
  });

  it('DOOR-A5 SEC-06 refuses a wrong token, one without the scope, another model, another method and too much', async () => {
    const made = await built.app.inject({
      method: 'POST',
      url: '/api/access-tokens',
      headers: owner.headers,
      payload: { name: 'weak', scopes: ['read'] },
    });
    const weak = made.json<{ data: { access_token: { token: string } } }>().data.access_token.token;
    expect((await infer(files(base64), { token: 'cf_live_wrong' })).statusCode).toBe(401);
    expect((await infer(files(base64), { token: weak })).statusCode).toBe(403);
    expect((await infer(files(base64), { url: '/api/oip/v2/models/other/infer' })).statusCode).toBe(404);
    expect((await infer(files(base64), { url: `${model}/versions/2/infer` })).statusCode).toBe(404);
    const got = await built.app.inject({ url: `${model}/infer` });
    expect([got.statusCode, got.headers.allow]).toEqual([405, 'POST']);
    const large = await infer(Buffer.alloc(32 * 1_048_576 + 1));
    expect([large.statusCode, large.json()]).toMatchObject([413, { error: expect.stringMatching(/\w/) }]);
  });

  it('DOOR-A5 says that the frames are spent, and charges none of a request that it cannot pay whole', async () => {
    const poor = await createUploader(built, 1);
    expect((await infer(files(base64, base64), { token: poor.token })).statusCode).toBe(403);
    expect(await frames(poor)).toEqual({ used: 0, reserved: 0 });
  });

  it('DOOR-A5 charges nothing where the classifier is off, whose numbers it would answer', async () => {
    const before = await frames();
    hasClasses = false;
    const answer = await infer(files(base64, base64)).finally(() => {
      hasClasses = true;
    });
    expect([answer.statusCode, answer.json()]).toEqual([503, { error: expect.any(String) }]);
    expect(await frames()).toEqual(before);
    const checks = await built.app.inject({ url: '/api/checks?door=oip', headers: owner.headers });
    const [first, second] = checks.json<{ data: { checks: { verdict: string }[] } }>().data.checks;
    expect([first?.verdict, second?.verdict]).toEqual(['none', 'none']);
    expect(await built.context.db.select().from(media)).toEqual([]);
  });

  it('DOOR-A5 is never Safe while the analyser is down: 503, uncharged, nothing kept', async () => {
    const before = await frames();
    isDown = true;
    const asked = infer(files(base64));
    let found: { id: string } | undefined;
    while (!found) {
      [found] = await built.context.db.select().from(media).where(eq(media.kept, false));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await failModeration(built.context, { mediaId: found.id, attempt: 1 });
    const answer = await asked;
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([
      503,
      '5',
      { error: expect.any(String) },
    ]);
    isDown = false;
    expect(await frames()).toEqual(before);
    expect(await built.context.db.select().from(media).where(eq(media.kept, false))).toEqual([]);
  });
});
