import { Analysis, defaultThresholds, findKeywords, judgeScores, keywordPresets } from '@clearframe/contract';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture, fixturesIn, rejection, sevenFormats } from '../test/fixture.ts';
import { ANALYSIS_VERSION, convertClassifier, createEngine, MediaError } from './index.ts';

const engine = await createEngine({ classifier: await convertClassifier() });
afterAll(() => engine.close());

const analyses = new Map<string, Promise<Analysis>>();
/** What the engine says of a fixture: asked once, whichever tests look at it. */
const analysed = (name: string): Promise<Analysis> => {
  const analysis = analyses.get(name) ?? engine.analyse(fixture(name));
  analyses.set(name, analysis);
  return analysis;
};
const judge = (analysis: Analysis) => judgeScores(analysis.scores, defaultThresholds());

describe('verdicts on the fixtures with the default thresholds', () => {
  const flagged = ['explicit-1', 'explicit-2', 'drawn'].map((name) => `flagged/${name}.png`);
  it.each(flagged)('%s is flagged as sexually explicit', async (name) => {
    const analysis = await analysed(name);
    expect(analysis.scores.sexual_explicit).toBeGreaterThanOrEqual(0.7);
    expect(judge(analysis)).toMatchObject({ flagged: true, flagged_categories: ['sexual_explicit'] });
  });

  it('the suggestive picture scores as suggestive and is not flagged', async () => {
    const analysis = await analysed('flagged/suggestive.png');
    expect(analysis.scores.sexual_suggestive).toBeGreaterThanOrEqual(0.45);
    expect(judge(analysis).flagged).toBe(false);
  });

  it.each(fixturesIn('benign'))('%s is neither flagged nor sent to review', async (name) => {
    expect(judge(await analysed(name))).toMatchObject({ flagged: false, needs_review: false });
  });

  it.each(sevenFormats)('API-02 %s is safe', async (name) => {
    expect(judge(await analysed(name)).flagged).toBe(false);
  });

  it.each(['jpg', 'webp', 'gif', 'heic', 'avif'])('API-02 the explicit picture is flagged as .%s too', async (ending) => {
    expect(judge(await analysed(`formats/explicit.${ending}`)).flagged).toBe(true);
  });

  it('API-02 what the primary image of a HEIC file shows is what counts', async () => {
    expect(judge(await analysed('formats/second-primary.heic')).flagged).toBe(true);
  });

  it.each(['late-frame.gif', 'late-frame.webp'])(
    'API-02 one bad frame late in %s is enough, and is the one shown',
    async (name) => {
      const { analysis, display } = await engine.examine(fixture(`formats/${name}`));
      expect(judge(analysis).flagged).toBe(true);
      expect(analysis.frames_analysed).toBe(8);
      expect(analysis.description).toContain('animation');
      expect(judge(await engine.analyse(display?.bytes ?? Buffer.alloc(0))).flagged).toBe(true);
    },
  );
});

describe('an analysis', () => {
  it('keeps the contract and says what was assessed', async () => {
    const analysis = Analysis.parse(await analysed('formats/pears.heic'));
    expect(analysis).toMatchObject({ kind: 'heic', width: 240, height: 180, frames_analysed: 1, text: '' });
    expect(analysis.analysis_version).toBe(ANALYSIS_VERSION);
    expect(analysis.processing_time_ms).toBeGreaterThan(0);
    const assessed = Object.keys(analysis.coverage).filter((name) => Reflect.get(analysis.coverage, name) === 'assessed');
    expect(Object.keys(analysis.scores).sort()).toEqual(assessed.sort());
    expect(analysis.coverage.violence).toBe('not_assessed');
  });

  it.each([...fixturesIn('benign'), ...sevenFormats, 'formats/wide.png', 'formats/grey.jpg', 'formats/alpha.png'])(
    'KEY-04 the description of %s holds no forbidden keyword of the preset',
    async (name) => {
      const { description } = await analysed(name);
      expect(description.length).toBeGreaterThan(20);
      expect(findKeywords(description, keywordPresets.forbidden)).toEqual([]);
    },
  );

  it('DOOR-0 gives the same of a picture that nobody keeps, and its hash only to who compares it', async () => {
    const untimed = (analysis: Analysis) => ({ ...analysis, processing_time_ms: 0 });
    for (const name of ['flagged/explicit-1.png', 'formats/pears.webp']) {
      const { hash, ...rest } = untimed((await engine.examine(fixture(name), { readWriting: false })).analysis);
      const { analysis } = await engine.assess(fixture(name), { readWriting: false, recognise: false });
      expect(untimed(analysis)).toEqual(rest);
      expect((await engine.assess(fixture(name), { readWriting: false })).analysis.hash).toEqual(hash);
    }
  });

  it('gives the same result for the same bytes', async () => {
    const [first, second] = [await analysed('benign/chips.webp'), await engine.analyse(fixture('benign/chips.webp'))];
    expect({ ...second, processing_time_ms: 0 }).toEqual({ ...first, processing_time_ms: 0 });
  });

  it('stays right when several are asked for at once', async () => {
    const names = [...sevenFormats, 'formats/explicit.jpg', 'formats/explicit.webp'];
    const alone: unknown[] = [];
    for (const name of names) alone.push((await analysed(name)).scores);
    const together = await Promise.all(names.map((name) => engine.analyse(fixture(name))));
    expect(together.map(({ scores }) => scores)).toEqual(alone);
  });
});

describe('renditions', () => {
  it('are WebP that fits 480 pixels, and 1600 pixels when somebody asks for that', async () => {
    const { display: early, thumbnail } = await engine.examine(fixture('formats/wide.png'));
    expect(early).toBeNull();
    const display = await engine.makeDisplay(fixture('formats/wide.png'));
    expect(display).toMatchObject({ mimeType: 'image/webp', width: 1600, height: 240 });
    expect(thumbnail).toMatchObject({ mimeType: 'image/webp', width: 480, height: 72 });
    expect(await sharp(display.bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 240 });
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 72 });
  });

  it('are never larger than the picture', async () => {
    const { display, thumbnail } = await engine.examine(fixture('formats/pears.heic'));
    expect(thumbnail.width).toBe(240);
    // There is nothing to enlarge.
    expect(display).toBe(thumbnail);
  });

  it('are upright and carry no metadata of the original', async () => {
    const tagged = await sharp(fixture('formats/rotated.jpg'))
      .withExifMerge({ IFD0: { Copyright: 'Somebody' } })
      .toBuffer();
    expect((await sharp(tagged).metadata()).exif).toBeDefined();
    const { display } = await engine.examine(tagged);
    const { exif, icc, xmp, orientation, width, height } = await sharp(display?.bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
    expect([width, height]).toEqual([240, 180]);
  });
});

it('SEC-07 a bad file gives a sentence for people and leaves the engine working', async () => {
  const error = await rejection(engine.examine(fixture('formats/explicit.jpg').subarray(0, 2000)));
  expect(error).toBeInstanceOf(MediaError);
  expect(error).toMatchObject({ reason: 'undecodable', message: 'The file is damaged or incomplete and could not be decoded' });
  expect(judge(await engine.analyse(fixture('formats/explicit.jpg'))).flagged).toBe(true);
});

describe('writing that nobody asks for', () => {
  it('is not looked for: its models stay unloaded, the result says so, and everything else is as it is with it', async () => {
    const unreadable = { name: 'none', load: () => Promise.reject(new Error('The text models were loaded')) };
    const blind = await createEngine({ classifier: await convertClassifier(), text: unreadable });
    const { analysis } = await blind.examine(fixture('text/camera.webp'), { readWriting: false });
    await blind.close();
    const whole = await engine.analyse(fixture('text/camera.webp'));
    expect(analysis).toMatchObject({ writing: 'not_read', text: '', text_lines: [], scores: whole.scores, hash: whole.hash });
    expect(whole).toMatchObject({ writing: 'read', text: expect.stringMatching(/vintage/i) });
  });
});
