import { Analysis, categoryNames } from '@clearframe/contract';
import { createAnalysers, createPanel, createShown, systemClock, toInput } from '@clearframe/engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { azure, azureKey } from '../../engine/test/fake-azure.ts';
import { googleKey, googleVision } from '../../engine/test/fake-google-vision.ts';
import { type Asked, type FakeProvider, type Reply, startFakeProvider } from '../../engine/test/fake-provider.ts';
import { rekognition, rekognitionSettings } from '../../engine/test/fake-rekognition.ts';
import { sightengine, sightengineKeys } from '../../engine/test/fake-sightengine.ts';
import { readConfig } from '../src/config.ts';
import { createGuardedSend, type GuardedSend } from '../src/security/guarded-send.ts';

/** What this machine found: next to nothing, and of three categories only. */
const found = Analysis.parse({
  kind: 'jpeg',
  width: 100,
  height: 60,
  frames_analysed: 1,
  processing_time_ms: 1,
  analysis_version: 'local',
  description: 'A small picture.',
  text: '',
  scores: { sexual_explicit: 0.01, sexual_suggestive: 0.02, synthetic: 0.03 },
  coverage: {
    ...Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])),
    sexual_explicit: 'assessed',
    sexual_suggestive: 'assessed',
    synthetic: 'assessed',
  },
});
const input = () => toInput(createShown({ data: new Uint8Array(100 * 60 * 3).fill(90), width: 100, height: 60 }), ['a caption']);

const services: Record<string, (asked: Asked) => Reply> = {
  '/': rekognition,
  '/v1/images:annotate': googleVision,
  '/contentsafety/image:analyze': azure,
  '/1.0/check.json': sightengine,
};
const allFour = (asked: Asked): Reply => services[asked.path.split('?')[0] ?? '']?.(asked) ?? { status: 404 };

let provider: FakeProvider;
const sending: GuardedSend[] = [];
beforeAll(async () => {
  provider = await startFakeProvider();
});
afterEach(() => Promise.all(sending.splice(0).map(({ close }) => close())));
afterAll(() => provider.close());

/** The panel as the server makes it of its variables. */
function panelOf(changed: Record<string, string> = {}) {
  const config = readConfig({
    ANALYSERS: 'rekognition,google-vision,azure-content-safety,sightengine',
    REKOGNITION_REGION: rekognitionSettings.region,
    REKOGNITION_ACCESS_KEY_ID: rekognitionSettings.accessKeyId,
    REKOGNITION_SECRET_ACCESS_KEY: rekognitionSettings.secretAccessKey,
    REKOGNITION_URL: provider.origin,
    GOOGLE_VISION_KEY: googleKey,
    GOOGLE_VISION_URL: provider.origin,
    AZURE_CONTENT_SAFETY_KEY: azureKey,
    AZURE_CONTENT_SAFETY_URL: provider.origin,
    AZURE_CONTENT_SAFETY_COST: '750',
    SIGHTENGINE_API_USER: sightengineKeys.apiUser,
    SIGHTENGINE_API_SECRET: sightengineKeys.apiSecret,
    SIGHTENGINE_URL: provider.origin,
    SIGHTENGINE_MODELS: 'weapon,gore-2.0',
    SIGHTENGINE_COST: '2000',
    ...changed,
  });
  const guarded = createGuardedSend(config.analyserTargets);
  sending.push(guarded);
  const analysers = createAnalysers(config.analysers, { send: guarded.send, clock: systemClock });
  return createPanel(analysers, { mode: config.analysersMode, clock: systemClock });
}

describe('the four services, from the variables to one result', () => {
  it('are each asked in their own format by the guarded sender, and the highest score of each category counts', async () => {
    provider.reply(allFour);
    const analysis = await panelOf().consult(found, input(), { signal: new AbortController().signal });
    expect(analysis.analysers?.map(({ name, outcome, cost_micros: cost }) => [name, outcome, cost])).toEqual([
      ['rekognition', 'answered', 1_000],
      ['google-vision', 'answered', 3_000],
      ['azure-content-safety', 'answered', 750],
      ['sightengine', 'answered', 4_000],
    ]);
    expect(analysis.scores).toMatchObject({ weapons: 0.915, violence: 0.97, sexual_explicit: 0.75, sexual_suggestive: 0.95 });
    expect(analysis.coverage).toMatchObject({
      gore: 'assessed',
      nudity: 'assessed',
      harassment: 'not_assessed',
      illicit: 'not_assessed',
    });
    expect(analysis.scores).not.toHaveProperty('harassment');
    expect(analysis).toMatchObject({ text: 'NO ENTRY', description: 'A small picture. It may show: Person, Camera.' });
  });

  it('leave the opinions of the others when one refuses its key, and say which', async () => {
    provider.reply(allFour);
    const analysis = await panelOf({ GOOGLE_VISION_KEY: 'another' }).consult(found, input(), {
      signal: new AbortController().signal,
    });
    expect(analysis.analysers?.map(({ outcome, fault }) => [outcome, fault])).toEqual([
      ['answered', null],
      ['failed', 'credentials'],
      ['answered', null],
      ['answered', null],
    ]);
    expect(analysis.text).toBe('');
  });

  it('are shown no word of the uploader', async () => {
    provider.reply(allFour);
    const before = provider.asked.length;
    await panelOf().consult(found, input(), { signal: new AbortController().signal });
    const asked = provider.asked.slice(before);
    expect(asked).toHaveLength(4);
    for (const { body, path, headers } of asked) expect(JSON.stringify([path, headers]) + body).not.toContain('a caption');
  });
});
