import { AppError, limits } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { readUploadTexts } from './upload-texts.ts';

const refusal = (fields: Record<string, string>): AppError => {
  try {
    readUploadTexts(fields);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('readUploadTexts', () => {
  it('UP-04 trims texts, splits tags at commas and takes blank as not given', () => {
    expect(readUploadTexts({ title: ' a ', caption: '  ', tags: ' b, c ,,b ' })).toEqual({
      title: 'a',
      description: null,
      caption: null,
      tags: ['b', 'c'],
      metadata: null,
    });
  });

  it('UP-04 leaves out fields that it does not know', () => {
    expect(readUploadTexts({ title: 'a', other: 'b', __proto__: 'c' })).not.toHaveProperty('other');
  });

  it('SEC-06 names the field that is too long, has too many values or holds what cannot be stored', () => {
    const cases: [Record<string, string>, string][] = [
      [{ title: 'x'.repeat(limits.titleMaxLength + 1) }, 'title'],
      [{ caption: 'a\0b' }, 'caption'],
      [{ description: '\ud800' }, 'description'],
      [{ tags: 'x'.repeat(limits.tagMaxLength + 1) }, 'tags'],
      [{ tags: Array.from({ length: limits.tagsMax + 1 }, (_, n) => n).join() }, 'tags'],
    ];
    for (const [fields, path] of cases) {
      const error = refusal(fields);
      expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
      expect(error.errors?.[0]?.path).toBe(path);
      expect(error.message).toContain(path.replace(/s$/, ''));
    }
  });

  it('API-06 takes any JSON as metadata, up to the limits', () => {
    expect(readUploadTexts({ metadata: '{"order": [1, null, "ü"]}' }).metadata).toEqual({ order: [1, null, 'ü'] });
    expect(readUploadTexts({ metadata: nested(limits.metadataMaxDepth) }).metadata).toHaveLength(1);
  });

  it.each([
    ['is no JSON', '{order: 1}'],
    ['is too long', JSON.stringify('x'.repeat(limits.metadataMaxBytes))],
    ['is nested too deep', nested(limits.metadataMaxDepth + 1)],
    ['is nested so deep that a parser could fail', nested(8_000)],
    ['holds U+0000', '{"a": "\\u0000"}'],
    ['holds half a surrogate pair', '{"\\ud800": 1}'],
    ['holds a number that is none any more when it was read', '{"a": [1e400]}'],
  ])('API-05 refuses metadata that %s', (_what, metadata) => {
    expect(refusal({ metadata })).toMatchObject({ code: 'metadata_invalid', status: 400 });
  });
});
