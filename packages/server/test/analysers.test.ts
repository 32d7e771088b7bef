import { MediaUpload, UsageAnswer } from '@clearframe/contract';
import { createAnalysers, createPanel, type PanelMode } from '@clearframe/engine';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, fakeClock, type Reply, startFakeProvider } from '../../engine/test/fake-provider.ts';
import { visitorAccountId } from '../src/accounts/visitor-account-id.ts';
import { analysis as analysisTable, media } from '../src/db/schema.ts';
import { type Examiner, moderate } from '../src/moderation/analyse/moderate.ts';
import { savePolicy } from '../src/policy/save-policy.ts';
import { createGuardedSend, type GuardedSend } from '../src/security/guarded-send.ts';
import { readyVisitorAccount } from '../src/visitors/visitor-account.ts';
import { type Built, build } from './helpers/build.ts';
import { fakeExaminer, fakeVideo, fakeVideoParts } from './helpers/fake-videos.ts';
import {
  createUploader,
  file,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  signs,
  type Uploader,
  wholeExaminer,
} from './helpers/uploads.ts';

const seenLabels = ['sexual', 'violence', 'violence/graphic', 'self-harm', 'self-harm/intent', 'self-harm/instructions'];
const readLabels = ['harassment', 'hate', 'illicit', 'sexual/minors'];

/** As OpenAI answers a picture with text. */
function says(scores: Record<string, number> = {}): Reply {
  const all = [...seenLabels, ...readLabels];
  const applied = (label: string) => (seenLabels.includes(label) ? ['text', 'image'] : ['text']);
  const result = {
    flagged: false,
    categories: {},
    category_scores: Object.fromEntries(all.map((label) => [label, scores[label] ?? 0])),
    category_applied_input_types: Object.fromEntries(all.map((label) => [label, applied(label)])),
  };
  return { json: { id: 'modr-7', model: 'omni-moderation-2024-09-26', results: [result] } };
}

/** The quick examiner, with other scores and words. */
const finds = (scores: Record<string, number>, text = ''): Examiner =>
  wholeExaminer({
    async examine(bytes) {
      const examined = await quickExaminer.examine(bytes);
      return { ...examined, analysis: { ...examined.analysis, scores, text } };
    },
  });

let provider: FakeProvider;
let sending: GuardedSend;
let built: Built;
let person: Uploader;
let frames = 0;
const log: string[] = [];
beforeAll(async () => {
  provider = await startFakeProvider();
  sending = createGuardedSend([new URL(provider.origin).host]);
  built = await build({ config: { throughputScale: 1_000 }, parts: fakeVideoParts, onLog: (line) => log.push(line) });
  person = await createUploader(built);
});
afterAll(async () => {
  await built.close();
  await Promise.all([sending.close(), provider.close()]);
});

function use(mode: PanelMode = 'together') {
  const clock = fakeClock({ tryMs: 20_000 });
  const chosen = [{ name: 'openai-moderation', settings: { key: 'sk-1', url: provider.origin } }];
  built.context.analysers = createPanel(createAnalysers(chosen, { send: sending.send, clock }), { mode, clock });
}
beforeEach(async () => {
  provider.asked.length = 0;
  use();
  frames = await framesLeft();
});

/** Frames that can still be used: what is held for an analysis under way is not among them. */
async function framesLeft(): Promise<number> {
  const answer = await person.get('/api/subscriptions/usage');
  const { usage } = UsageAnswer.parse(answer.json<{ data: unknown }>().data);
  if (!usage) throw new Error('The account has no frames');
  return usage.media_remaining;
}

async function uploaded(fields: Record<string, string> = {}): Promise<string> {
  const form = { media: file(picture('formats/pears.png')), ...fields };
  return resultOf(await person.apiUpload(form, { query: '?wait=0' })).media_upload.id;
}
const run = (mediaId: string, examiner: Examiner, isLast = true) =>
  moderate(built.context, examiner, { mediaId, attempt: 1 }, { ...signs, isLast });
async function item(id: string): Promise<MediaUpload> {
  const answer = await person.get(`/api/media/${id}`);
  return MediaUpload.parse(answer.json<{ data: { media_upload: MediaUpload } }>().data.media_upload);
}
async function moderated(examiner: Examiner, fields: Record<string, string> = {}): Promise<MediaUpload> {
  const id = await uploaded(fields);
  await run(id, examiner);
  return await item(id);
}

describe('an analyser beside the built-in one', () => {
  it('has its highest scores counted, and says what it saw', async () => {
    provider.reply(says({ violence: 0.95 }));
    const { moderation, moderationFlagged, analysis_metadata } = await moderated(finds({ sexual_explicit: 0.1 }));
    expect(moderationFlagged).toBe(true);
    expect(moderation).toMatchObject({ passed: false, reason: expect.stringContaining('Violence (95%)') });
    expect(moderation?.ai_analysis.coverage).toMatchObject({ violence: 'assessed', hate: 'text_only', weapons: 'not_assessed' });
    expect(analysis_metadata?.analysers).toMatchObject([
      { name: 'openai-moderation', place: 'remote', outcome: 'answered', cost_micros: 0, scores: { violence: 0.95 } },
    ]);
    expect(await framesLeft()).toBe(frames - 1);
  });

  it('is shown a JPEG without metadata, the uploader’s texts and the words read', async () => {
    provider.reply(says());
    await moderated(finds({}, 'SALE'), { title: 'A title', caption: 'A caption', description: 'Words', tags: 'one,two' });
    const { input } = JSON.parse(provider.asked[0]?.body ?? '');
    expect(input[0]).toEqual({ type: 'text', text: 'A title\nA caption\nWords\none\ntwo\nSALE' });
    expect(input[1].image_url.url).toMatch(/^data:image\/jpeg;base64,\/9j\//);
  });

  it('does not lower what this machine found, whatever it answers', async () => {
    provider.reply(says());
    expect(await moderated(finds({ sexual_explicit: 0.93 }))).toMatchObject({ moderationFlagged: true });
  });

  it('has its answer kept as it came, and shown by no item', async () => {
    provider.reply(says({ violence: 0.2 }));
    const { id, analysis_metadata } = await moderated(finds({}));
    const [row] = await built.context.db.select().from(analysisTable).where(eq(analysisTable.mediaId, id));
    expect(row?.analysis.analysers).toMatchObject([{ raw: { id: 'modr-7' } }]);
    expect(JSON.stringify(analysis_metadata)).not.toContain('modr-7');
    expect(JSON.stringify(row)).not.toContain('sk-1');
  });

  const gone: [string, Reply, string][] = [
    ['an error on its side', { status: 500, json: {} }, 'an error on its side'],
    ['too many requests', { status: 429, json: { error: { code: 'rate_limit_exceeded' } } }, 'too many requests'],
    ['an answer that breaks off', { breakOffAfter: '{"results":[' }, 'it could not be reached'],
  ];
  it.each(gone)(
    'never lets an item pass after %s: it is tried again, then Not checked and not charged',
    async (_, reply, words) => {
      provider.reply(reply);
      const id = await uploaded();
      await expect(run(id, finds({ sexual_explicit: 0 }), false)).rejects.toThrow(words);
      expect(provider.asked).toHaveLength(3);
      expect(await item(id)).toMatchObject({ processing: true, moderation: null, moderationFlagged: null });
      use();
      await run(id, finds({ sexual_explicit: 0 }));
      expect(await item(id)).toMatchObject({
        processing: false,
        moderation: null,
        moderationFlagged: null,
        moderationCheckedAt: null,
        moderationError: `The analyser openai-moderation gave no opinion: ${words}. Nothing was decided and nothing was charged`,
      });
      expect(await framesLeft()).toBe(frames);
    },
  );

  const refused: [string, Reply, string][] = [
    ['a wrong key', { status: 401, json: {} }, 'its key was refused'],
    ['no money', { status: 429, json: { error: { code: 'insufficient_quota' } } }, 'its quota is used up'],
    ['a picture that it refuses', { status: 400, json: { error: { code: 'invalid_image_url' } } }, 'it refused the picture'],
    ['a page in the place of an answer', { text: '<html>' }, 'its answer made no sense'],
    ['half an answer', { text: '{"results": [{"category_scores": {"sexual": 0}' }, 'its answer made no sense'],
    [
      'an answer that looked at nothing',
      { json: { results: [{ category_scores: {}, category_applied_input_types: {} }] } },
      'its answer made no sense',
    ],
  ];
  it.each(refused)(
    'never lets an item pass after %s: Not checked at once, because another try would end alike',
    async (_, reply, words) => {
      provider.reply(reply);
      const id = await uploaded();
      await run(id, finds({ sexual_explicit: 0 }), false);
      expect(provider.asked).toHaveLength(1);
      // The operator has to hear of a wrong key, and not to read it.
      expect(log.join()).toContain(words);
      expect(log.join()).not.toContain('sk-1');
      expect(await item(id)).toMatchObject({
        processing: false,
        moderation: null,
        moderationFlagged: null,
        moderationError: expect.stringContaining(words),
      });
      expect(await framesLeft()).toBe(frames);
    },
  );

  it('that failed leaves a person the picture to decide by', async () => {
    provider.reply({ status: 401, json: {} });
    const undecided = await moderated(finds({ sexual_explicit: 0 }));
    expect(undecided).toMatchObject({ moderation: null, width: 1, height: 1 });
    for (const address of [undecided.signedUrl, undecided.signedDisplayUrl, undecided.signedThumbnailUrl]) {
      expect((await built.app.inject(new URL(address ?? '').pathname + new URL(address ?? '').search)).statusCode).toBe(200);
    }
  });

  it('is not needed for a flag that stands without it', async () => {
    provider.reply({ status: 401, json: {} });
    const { moderationFlagged, analysis_metadata } = await moderated(finds({ sexual_explicit: 0.97 }));
    expect(moderationFlagged).toBe(true);
    expect(analysis_metadata?.analysers).toMatchObject([{ outcome: 'failed', fault: 'credentials', scores: {} }]);
  });

  it('that has no opinion leaves a picture that a person should look at undecided too', async () => {
    provider.reply({ status: 401, json: {} });
    expect(await moderated(finds({ sexual_explicit: 0.5 }))).toMatchObject({ moderation: null, moderationFlagged: null });
  });

  it('is asked in the uncertain band only, where that is set', async () => {
    use({ uncertain: { from: 0.2, to: 0.9 } });
    provider.reply(says({ violence: 0.95 }));
    const certain = await moderated(finds({ sexual_explicit: 0.1 }));
    expect(provider.asked).toHaveLength(0);
    expect(certain).toMatchObject({ moderationFlagged: false, analysis_metadata: { analysers: [{ outcome: 'not_asked' }] } });
    expect(certain.moderation?.ai_analysis.coverage.violence).toBe('not_assessed');
    expect(await moderated(finds({ sexual_explicit: 0.3 }))).toMatchObject({ moderationFlagged: true });
    expect(provider.asked).toHaveLength(1);
  });

  it('that failed flags the item where the account’s limits say so', async () => {
    const onError = (on_analyser_error: 'hold' | 'reject') =>
      savePolicy(built.context, person, (before) => ({ ...before, on_analyser_error }));
    await onError('reject');
    provider.reply({ status: 401, json: {} });
    expect(await moderated(finds({ sexual_explicit: 0 }))).toMatchObject({
      moderation: null,
      moderationFlagged: true,
      moderationError: expect.stringContaining('its key was refused'),
    });
    await onError('hold');
  });

  it('is nowhere to be seen where none is set', async () => {
    built.context.analysers = createPanel([], { mode: 'together', clock: fakeClock() });
    const { analysis_metadata, moderationFlagged } = await moderated(finds({ sexual_explicit: 0 }));
    expect(moderationFlagged).toBe(false);
    expect(analysis_metadata).not.toHaveProperty('analysers');
    expect(provider.asked).toEqual([]);
  });

  it('is shown one picture of a video, and the verdict and its coverage say so', async () => {
    provider.reply(says({ violence: 0.95 }));
    const { id } = resultOf(await person.apiUpload({ media: file(fakeVideo(7), 'film.mp4') })).media_upload;
    await run(id, fakeExaminer());
    const { moderation, moderationFlagged } = await item(id);
    expect(provider.asked).toHaveLength(1);
    expect(moderationFlagged).toBe(true);
    expect(moderation?.reason).toContain('The video was flagged: Violence (95%), in the picture that stands for it.');
    expect(moderation?.ai_analysis.coverage).toMatchObject({ violence: 'one_picture', weapons: 'not_assessed' });
  });

  it('PUB-01 is not shown the picture of a visitor, if it is a service', async () => {
    provider.reply(says({ violence: 0.95 }));
    const id = await uploaded();
    await readyVisitorAccount(built.context);
    await built.context.db.update(media).set({ accountId: visitorAccountId }).where(eq(media.id, id));
    await run(id, finds({ sexual_explicit: 0.5 }));
    const [row] = await built.context.db.select().from(analysisTable).where(eq(analysisTable.mediaId, id));
    expect(row?.analysis.analysers).toMatchObject([{ outcome: 'not_asked' }]);
    expect(provider.asked).toEqual([]);
  });

  it('hands the run back when the process is to stop while it waits', async () => {
    provider.reply({ silent: true });
    const id = await uploaded();
    const stop = new AbortController();
    const ended = moderate(built.context, finds({}), { mediaId: id, attempt: 1 }, { ...signs, stopping: stop.signal });
    await expect.poll(() => provider.asked.length).toBe(1);
    const reason = new Error('The process stops');
    stop.abort(reason);
    await expect(ended).rejects.toBe(reason);
    expect(await item(id)).toMatchObject({ processing: true, moderation: null });
  });

  it('UP-02 decides about an upload of the dashboard on the one path, from the configuration to the verdict', async () => {
    const whole = await build({
      config: {
        analysers: [{ name: 'openai-moderation', settings: { key: 'sk-1', url: provider.origin } }],
        analyserTargets: [new URL(provider.origin).host],
      },
    });
    try {
      await runQueuedModeration(whole, quickExaminer);
      const owner = await createUploader(whole);
      provider.reply(says({ 'violence/graphic': 0.9 }));
      const result = resultOf(await owner.upload({ media: file(picture('formats/pears.png')) }));
      expect(result.media_upload).toMatchObject({
        moderationFlagged: true,
        moderation: { ai_analysis: { flagged_categories: ['gore'] } },
        analysis_metadata: { analysers: [{ name: 'openai-moderation', outcome: 'answered' }] },
      });
    } finally {
      await whole.close();
    }
  });
});
