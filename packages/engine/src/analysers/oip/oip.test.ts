/// <reference lib="esnext.float16" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itNeverPassesByFailure } from '../../../test/failing-provider.ts';
import {
  binaryAnswer,
  type Inference,
  mappingFile,
  type OipModel,
  oipModel,
  oipServer,
  oipToken,
  readInference,
  tensorMapping,
} from '../../../test/fake-oip.ts';
import {
  type Asked,
  type FakeProvider,
  fakeClock,
  fakeInput,
  plainSend,
  type Reply,
  startFakeProvider,
} from '../../../test/fake-provider.ts';
import type { AnalyserSettings } from '../analyser.ts';
import { createShown } from '../shown.ts';
import { createOip } from './oip.ts';

const never = new AbortController().signal;
const harmless = () => [0.1, 0.2, 0.7];
const kept = mappingFile(tensorMapping, afterAll);
const settings = (url: string, more: AnalyserSettings = {}) => ({ url, model: 'm', mapping: kept, token: oipToken, ...more });

describe('a model behind the Open Inference Protocol', () => {
  itNeverPassesByFailure({
    create: (url, parts) => createOip(settings(url), parts),
    behave: oipServer(harmless),
    errors: [
      ['a token that is refused', { status: 401, json: { error: 'unauthorized' } }, 'credentials'],
      ['a token without the right', { status: 403, json: { error: 'forbidden' } }, 'credentials'],
      ['a model that is unknown', { status: 404, json: { error: "Request for unknown model: 'm' is not found" } }, 'rejected'],
      ['a model that is not ready', { status: 400, json: { error: "'m' has no available versions" } }, 'rejected'],
      ['a full queue', { status: 503, json: { error: 'Exceeds maximum queue size' } }, 'provider'],
      ['an error inside', { status: 500, json: { error: 'failed to run' } }, 'provider'],
    ],
    throttled: { status: 429, json: { error: 'slow down' } },
    halves: [
      ['lacks its inputs', { name: 'm', outputs: [] }],
      ['lacks its outputs', { name: 'm', inputs: [] }],
      ['has no shape', { ...oipModel(), inputs: [{ name: 'x', datatype: 'FP32' }] }],
    ],
    secrets: [oipToken],
  });

  let provider: FakeProvider;
  beforeAll(async () => {
    provider = await startFakeProvider();
  });
  afterAll(() => provider.close());
  const create = (more: AnalyserSettings = {}) =>
    createOip(settings(provider.origin, more), { send: plainSend, clock: fakeClock() });
  const picture = (pixels: number[]) => ({
    ...createShown({ data: Uint8Array.from(pixels), width: pixels.length / 6, height: 2 }),
    text: 'words of the uploader',
  });
  const small = () => picture(Array.from({ length: 12 }, (_, at) => at * 10));
  const sent = (): Asked => provider.asked.findLast(({ method }) => method === 'POST') ?? expect.fail('nothing was sent');

  it('is asked for its description once, then with the picture alone', async () => {
    provider.reply(oipServer(harmless));
    provider.asked.length = 0;
    const analyser = create({ modelVersion: '3' });
    const opinion = await analyser.analyse(small(), never);
    await analyser.analyse(small(), never);
    expect(provider.asked.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/v2/models/m/versions/3'],
      ['POST', '/v2/models/m/versions/3/infer'],
      ['POST', '/v2/models/m/versions/3/infer'],
    ]);
    expect(opinion).toEqual({
      scores: { sexual_explicit: 0.1, weapons: 0.2 },
      coverage: { sexual_explicit: 'assessed', nudity: 'within:sexual_explicit', weapons: 'assessed' },
      unmapped: [],
      raw: { model_version: '3', rows: [[0.1, 0.2, 0.7]] },
      costMicros: null,
    });
    expect(sent().body).not.toContain('uploader');
    expect(analyser.version).toMatch(/^m\/3\+mapping-1-[0-9a-f]{8}$/);
  });

  it.each([
    ['FP32', 4, (bytes: Buffer, at: number) => bytes.readFloatLE(at * 4)],
    ['FP16', 2, (bytes: Buffer, at: number) => new Float16Array(Uint8Array.from(bytes).buffer)[at]],
  ])('gets planes of %s as bytes: scaled, less the mean, over the spread', async (datatype, size, read) => {
    provider.reply(oipServer(harmless, oipModel({ datatype })));
    await create().analyse(small(), never);
    const { json, tensor } = readInference(sent());
    expect(json.inputs).toEqual([{ name: 'x', datatype, shape: [1, 3, 2, 2], parameters: { binary_data_size: 12 * size } }]);
    const values = Array.from({ length: 12 }, (_, at) => read(tensor, at));
    // Red of the four pixels is 0, 30, 60, 90; green 10 more, blue 20 more.
    const red = [0, 30, 60, 90].map((byte) => byte * 0.5 - 1);
    const green = [10, 40, 70, 100].map((byte) => (byte * 0.5 - 2) / 2);
    const blue = [20, 50, 80, 110].map((byte) => (byte * 0.5 - 3) / 4);
    expect(values).toEqual([...red, ...green, ...blue]);
  });

  it('gets bytes as they are, pixel by pixel and blue first, where the mapping says so', async () => {
    const mapping = mappingFile({
      ...tensorMapping,
      input: { name: 'x', layout: 'NHWC', size: [2, 2], channels: 'bgr' },
    });
    provider.reply(oipServer(harmless, oipModel({ datatype: 'UINT8', shape: [-1, 2, 2, 3] })));
    await create({ mapping }).analyse(small(), never);
    expect([...readInference(sent()).tensor]).toEqual([20, 10, 0, 50, 40, 30, 80, 70, 60, 110, 100, 90]);
  });

  it('gets and gives JSON where binary tensors are switched off', async () => {
    provider.reply(oipServer(harmless));
    const { scores } = await create({ binary: '0' }).analyse(small(), never);
    expect(scores).toEqual({ sexual_explicit: 0.1, weapons: 0.2 });
    const { json, tensor } = readInference(sent());
    expect(tensor).toHaveLength(0);
    expect(json.inputs[0]?.data?.slice(0, 4)).toEqual([-1, 14, 29, 44]);
  });

  it.each([
    ['1', [-1], [1]],
    ['1', [-1, 1], [1, 1]],
    ['0', [-1], [1]],
  ])('gets the JPEG itself where it decodes (OIP_BINARY=%s, shape %j)', async (binary, shape, asked) => {
    const mapping = mappingFile({ ...tensorMapping, input: { name: 'x', layout: 'encoded' } });
    provider.reply(oipServer(harmless, oipModel({ datatype: 'BYTES', shape })));
    await create({ mapping, binary }).analyse(fakeInput(), never);
    const { json, tensor } = readInference(sent());
    expect(json.inputs[0]).toMatchObject({ datatype: 'BYTES', shape: asked });
    if (binary === '0') expect(json.inputs[0]?.data).toEqual([Buffer.from([0xff, 0xd8, 0xff]).toString('base64')]);
    else expect([...tensor]).toEqual([3, 0, 0, 0, 0xff, 0xd8, 0xff]);
  });

  it.each<[string, string, number[], object]>([
    ['softmax, and adds up labels of one category', 'softmax', [1, 1, -1000], { sexual_explicit: 1 }],
    ['sigmoid, and takes the highest of one category', 'sigmoid', [0, -1000, 5], { sexual_explicit: 0.5 }],
    ['likelihoods that add up to 1, and adds them up', 'none', [0.4, 0.4, 0.2], { sexual_explicit: 0.8 }],
    ['likelihoods of their own, and takes the highest', 'none', [0.4, 0.3, 0.9], { sexual_explicit: 0.4 }],
  ])('reads %s', async (_, activation, row, scores) => {
    const labels = [
      { label: 'porn', category: 'sexual_explicit' },
      { label: 'hentai', category: 'sexual_explicit' },
      { label: 'safe', category: null },
    ];
    const mapping = mappingFile({ ...tensorMapping, output: { name: 'y', activation }, labels });
    provider.reply(oipServer(() => row));
    expect((await create({ mapping }).analyse(small(), never)).scores).toEqual(scores);
  });

  const misfits: [string, OipModel, RegExp][] = [
    ['another input', oipModel({ name: 'images' }), /no input "x": "images"/],
    ['another output', oipModel({}, { name: 'z' }), /no output "y": "z"/],
    ['a second input', { ...oipModel(), inputs: [...oipModel().inputs, ...oipModel({ name: 'mask' }).inputs] }, /several inputs/],
    ['another datatype', oipModel({ datatype: 'INT64' }), /input is INT64/],
    ['bytes for pixels', oipModel({ datatype: 'BYTES' }), /input is BYTES/],
    ['UINT8 with a scale', oipModel({ datatype: 'UINT8' }), /UINT8, so scale is 1/],
    ['another rank', oipModel({ shape: [-1, 3, 2] }), /shape \[-1, 3, 2\]/],
    ['another size', oipModel({ shape: [-1, 3, 4, 4] }), /shape \[-1, 3, 4, 4\]; the mapping gives \[-1, 3, 2, 2\]/],
    ['channels last', oipModel({ shape: [-1, 2, 2, 3] }), /shape \[-1, 2, 2, 3\]/],
    ['four pictures a request', oipModel({ shape: [4, 3, 2, 2] }), /takes 4 pictures/],
    ['fewer classes', oipModel({}, { shape: [-1, 2] }), /2 classes, and the mapping has 3 labels/],
    ['classes of whole numbers', oipModel({}, { datatype: 'INT64' }), /output is INT64/],
    ['one number for all', oipModel({}, { shape: [-1] }), /output has the shape \[-1\]/],
  ];
  it.each(misfits)('does not fit with %s: the check names it, and a picture gets no opinion', async (_, model, words) => {
    provider.reply(oipServer(harmless, model));
    await expect(create().checkFit?.(never)).rejects.toMatchObject({
      name: 'ModelMisfitError',
      message: expect.stringMatching(words),
    });
    await expect(create().analyse(small(), never)).rejects.toMatchObject({
      fault: 'garbage',
      message: expect.stringMatching(words),
    });
    expect(provider.asked.at(-1)?.method).toBe('GET');
  });

  it('is compared again once it fits', async () => {
    const analyser = create();
    provider.reply(oipServer(harmless, oipModel({ datatype: 'INT8' })));
    await expect(analyser.analyse(small(), never)).rejects.toMatchObject({ fault: 'garbage' });
    provider.reply(oipServer(harmless));
    expect((await analyser.analyse(small(), never)).scores.weapons).toBe(0.2);
  });

  it('needs binary tensors for FP16', async () => {
    provider.reply(oipServer(harmless, oipModel({ datatype: 'FP16' })));
    await expect(create({ binary: '0' }).checkFit?.(never)).rejects.toThrow('needs OIP_BINARY=1');
  });

  const output = (changes: object) => ({ name: 'y', datatype: 'FP32', shape: [1, 3], data: [0.1, 0.2, 0.7], ...changes });
  const json = (...outputs: object[]): Reply => ({ json: { outputs } });
  const wrong: [string, Reply][] = [
    ['no output', json()],
    ['another output', json(output({ name: 'z' }))],
    ['the output twice', json(output({}), output({}))],
    ['fewer rows', json(output({ shape: [0, 3], data: [] }))],
    ['more rows', json(output({ shape: [2, 3], data: [0, 0, 1, 0, 0, 1] }))],
    ['fewer classes', json(output({ shape: [1, 2], data: [0.1, 0.9] }))],
    ['a flat shape', json(output({ shape: [3] }))],
    ['fewer numbers than its shape', json(output({ data: [0.1, 0.2] }))],
    ['texts for numbers', json(output({ data: ['0', '0', '1'] }))],
    ['null for a number', json(output({ data: [0, null, 1] }))],
    ['no data', json(output({ data: undefined }))],
    ['NaN in JSON', { text: '{"outputs":[{"name":"y","datatype":"FP32","shape":[1,3],"data":[NaN,0,1]}]}' }],
    ['numbers that are no likelihoods', json(output({ data: [-4, 2, 7] }))],
    ['NaN in bytes', binaryAnswer([[Number.NaN, 0, 1]], {})],
    ['infinity in bytes', binaryAnswer([[Number.POSITIVE_INFINITY, 0, 1]], {})],
    ['fewer bytes than it says', binaryAnswer([[0.1, 0.2, 0.7]], {}, 4_000)],
    ['more bytes of its shape than it says', binaryAnswer([[0.1, 0.2, 0.7]], {}, 8)],
    ['an answer to another question', binaryAnswer([[0.1, 0.2, 0.7]], { id: 'of somebody else' })],
    ['a type that is none of scores', json(output({ datatype: 'INT8', parameters: { binary_data_size: 0 } }))],
    ['a header longer than the answer', { json: {}, headers: { 'inference-header-content-length': '9999' } }],
    ['a header that is no number', { json: {}, headers: { 'inference-header-content-length': '-1' } }],
    ['an error with status 200', { json: { error: 'out of memory' } }],
    ['nothing', { text: '' }],
  ];
  it.each(wrong)('gives no opinion by %s', async (_, reply) => {
    const describing = oipServer(harmless);
    provider.reply((asked) => (asked.method === 'GET' ? describing(asked) : reply));
    await expect(create().analyse(small(), never)).rejects.toMatchObject({ name: 'AnalyserError', fault: 'garbage' });
  });

  it('gives each picture of a batch its own row, in requests as large as the model takes', async () => {
    const byBrightness = (at: number, asked: Inference, tensor: Buffer) => {
      const first = tensor.readFloatLE(
        at * ((asked.inputs[0]?.parameters?.binary_data_size ?? 0) / (asked.inputs[0]?.shape[0] ?? 1)),
      );
      return [first > 50 ? 0.9 : 0.1, 0, 0.5];
    };
    const seconds = [0, 250, 0, 250, 250].map((byte) => picture(Array.from({ length: 12 }, () => byte)));
    for (const [shape, requests] of [
      [[-1, 3, 2, 2], 1],
      [[1, 3, 2, 2], 5],
    ] as const) {
      provider.reply(oipServer(byBrightness, oipModel({ shape: [...shape] })));
      const { seconds: ofFilms } = create({ batch: '8', costMicros: '7' });
      if (!ofFilms) return expect.fail('it judges no seconds');
      provider.asked.length = 0;
      const judged = await ofFilms.judge(await Promise.all(seconds.map((one) => ofFilms.prepare(one))), never);
      expect(judged.each.map(({ scores }) => scores.sexual_explicit)).toEqual([0.1, 0.9, 0.1, 0.9, 0.9]);
      expect(judged.costMicros).toBe(35);
      expect(provider.asked.filter(({ method }) => method === 'POST')).toHaveLength(requests);
    }
    expect(create({ video: 'one_picture' }).seconds).toBeUndefined();
  });

  it.each([
    ['no file', () => '/nowhere/mapping.json', /no model folder \/nowhere/],
    [
      'no category',
      () => mappingFile({ ...tensorMapping, labels: [{ label: 'a', category: null }] }),
      /no label means a category/,
    ],
    [
      'a label twice',
      () => mappingFile({ ...tensorMapping, labels: [...tensorMapping.labels, { label: 'NSFW', category: null }] }),
      /label twice/,
    ],
    [
      'an unknown category',
      () => mappingFile({ ...tensorMapping, labels: [{ label: 'a', category: 'x' }] }),
      /labels\.0\.category/,
    ],
    ['a word that is none of the format', () => mappingFile({ ...tensorMapping, inputs: {} }), /mapping\.json/],
    ['a spread of 0', () => mappingFile({ ...tensorMapping, input: { ...tensorMapping.input, std: [1, 0, 1] } }), /input\.std/],
  ])('ends the start with a mapping that has %s', (_, mapping, words) => {
    expect(() => create({ mapping: mapping() })).toThrow(words);
  });

  it('ends the start with batches that no server takes', () => {
    const mapping = mappingFile({ ...tensorMapping, input: { ...tensorMapping.input, size: [1024, 1024] } });
    expect(() => create({ mapping, batch: '64' })).toThrow('OIP_BATCH is 64: pictures of 1024 × 1024 allow 5 a request');
  });
});
