import { MediaUpload } from '@clearframe/contract';
import { createAnalysers, createPanel, createShown, type PanelMode } from '@clearframe/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappingFile, oipModel, oipServer, oipToken } from '../../engine/test/fake-oip.ts';
import { type FakeProvider, fakeClock, plainSend, type Reply, startFakeProvider } from '../../engine/test/fake-provider.ts';
import { checkModelServers } from '../src/models/model-servers.ts';
import { type Examiner, moderate } from '../src/moderation/analyse/moderate.ts';
import { createGuardedSend } from '../src/security/guarded-send.ts';
import { type Built, build } from './helpers/build.ts';
import { fakeExaminer, fakeVideo, fakeVideoParts } from './helpers/fake-videos.ts';
import { createUploader, file, resultOf, signs, type Uploader } from './helpers/uploads.ts';

const harmless = () => [0.1, 0.2, 0.7];
const chosen = (url: string) => [
  { name: 'oip', settings: { url, model: 'm', mapping: mappingFile(), token: oipToken, batch: '3' } },
];

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(() => provider.close());

describe('before the start', () => {
  const check = async (url = provider.origin, askMs = 5_000) => {
    const lines: string[] = [];
    const analyserTargets = url.startsWith('http:') ? [new URL(url).host] : [];
    await checkModelServers({ analysers: chosen(url), analyserTargets }, (line) => lines.push(line), askMs);
    return lines;
  };

  it('a model that fits says nothing', async () => {
    provider.reply(oipServer(harmless));
    expect(await check()).toEqual([]);
  });

  it('a model that does not fit ends it with one line that names the difference', async () => {
    provider.reply(oipServer(harmless, oipModel({ shape: [-1, 3, 299, 299] })));
    await expect(check()).rejects.toMatchObject({
      name: 'ConfigError',
      message:
        'ANALYSERS: oip: The model does not fit OIP_MAPPING: its input has the shape [-1, 3, 299, 299]; the mapping gives [-1, 3, 2, 2]',
    });
  });

  it.each<[string, () => void, string]>([
    ['is away', () => undefined, 'no answer'],
    ['is loading', () => provider.reply({ status: 503, json: { error: 'loading' } }), 'answered 503'],
    ['says nothing', () => provider.reply({ silent: true }), 'timeout'],
    ['is another program', () => provider.reply({ text: '<html>' }), 'something other than JSON'],
  ])('a server that %s ends nothing, and is logged without its token', async (what, prepare, words) => {
    prepare();
    const [line = '', ...more] = await check(what === 'is away' ? 'http://127.0.0.1:1' : provider.origin, 300);
    expect(line).toContain('The analyser oip does not describe its model yet');
    expect(line).toContain(words);
    expect(line).not.toContain(oipToken);
    expect(more).toEqual([]);
  });

  it('a private address that nobody allowed is not reached', async () => {
    provider.reply(oipServer(harmless));
    const before = provider.asked.length;
    const lines: string[] = [];
    await checkModelServers({ analysers: chosen(provider.origin), analyserTargets: [] }, (line) => lines.push(line));
    expect(lines).toHaveLength(1);
    expect(provider.asked).toHaveLength(before);
  });
});

describe('a video', () => {
  let built: Built;
  let person: Uploader;
  const guarded = createGuardedSend([]);
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1_000 }, parts: fakeVideoParts });
    person = await createUploader(built);
  });
  afterAll(async () => {
    await built.close();
    await guarded.close();
  });

  /** Seconds that are as bright as their number. */
  const examiner: Examiner = {
    ...fakeExaminer(),
    async showSeconds(_path, probe, _tools, { onSecond }) {
      for (let second = 0; second < probe.seconds; second += 1)
        await onSecond(createShown({ data: new Uint8Array(3).fill(second * 10), width: 1, height: 1 }));
    },
  };

  async function judged(mode: PanelMode = 'together'): Promise<MediaUpload> {
    const clock = fakeClock({ tryMs: 20_000 });
    built.context.analysers = createPanel(createAnalysers(chosen(provider.origin), { send: plainSend, clock }), { mode, clock });
    const { id } = resultOf(await person.apiUpload({ media: file(fakeVideo(7), 'film.mp4') })).media_upload;
    await moderate(built.context, examiner, { mediaId: id, attempt: 1 }, { ...signs, isLast: true });
    const answer = await person.get(`/api/media/${id}`);
    return MediaUpload.parse(answer.json<{ data: { media_upload: MediaUpload } }>().data.media_upload);
  }
  /** Explicit from the fifth second on. */
  const explicit = oipServer((at, json, tensor) => {
    const size = (json.inputs[0]?.parameters?.binary_data_size ?? 0) / (json.inputs[0]?.shape[0] ?? 1);
    const brightness = (tensor.readFloatLE(at * size) + 1) * 2;
    return [brightness >= 50 ? 0.97 : 0.01, 0, 0.5];
  });

  it('is judged second by second, in batches, and the verdict says where', async () => {
    provider.reply(explicit);
    provider.asked.length = 0;
    const { moderation, moderationFlagged, analysis_metadata, id } = await judged();
    expect(provider.asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST']);
    expect(moderationFlagged).toBe(true);
    expect(moderation?.reason).toMatch(/^The video was flagged: .* \(97%\), in 2 of 7 seconds, first at 0:05\./);
    expect(moderation?.ai_analysis).toMatchObject({
      coverage: { sexual_explicit: 'assessed', weapons: 'assessed' },
      flagged_seconds: [5, 6],
    });
    expect(analysis_metadata?.analysers).toMatchObject([{ name: 'oip', outcome: 'answered', scores: { sexual_explicit: 0.97 } }]);
    const seconds = await person.get(`/api/media/${id}/frames`);
    expect(seconds.body).toContain('0.97');
  });

  it.each<[string, Reply]>([
    ['answers garbage', { text: 'garbage' }],
    ['answers other shapes', { json: { outputs: [{ name: 'y', datatype: 'FP32', shape: [1, 3], data: [0, 0, 1] }] } }],
    ['breaks off', { breakOffAfter: '{"outputs":[' }],
    ['fails', { status: 500, json: { error: 'out of memory' } }],
  ])('is never Safe where the server %s after the first batch', async (_, reply) => {
    let asked = 0;
    provider.reply((one) => {
      asked += one.method === 'POST' ? 1 : 0;
      return asked < 2 ? explicit(one) : reply;
    });
    expect(await judged()).toMatchObject({
      processing: false,
      moderation: null,
      moderationFlagged: null,
      moderationError: expect.stringContaining('The analyser oip gave no opinion'),
    });
  });
});
