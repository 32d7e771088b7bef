import { describe, expect, it } from 'vitest';
import { findKeywords } from '../keyword-matching/keyword-finder.ts';
import { normaliseText } from '../keyword-matching/normal-form.ts';
import { keywordPresets } from '../policy/presets.ts';
import { tidyKeywords } from './keywords.ts';

describe('findKeywords', () => {
  it('KEY-03 matches whatever the case, as part of a word and as a phrase', () => {
    expect(findKeywords('A Wine-Bottle on the TABLE', ['bottle', 'table', 'the table', 'glass'])).toEqual([
      'bottle',
      'table',
      'the table',
    ]);
    expect(findKeywords('unbelievable', ['LIEV'])).toEqual(['LIEV']);
  });

  it('KEY-03 compares what Unicode writes in several ways as one', () => {
    expect(findKeywords('caf\u0065\u0301', ['café'])).toEqual(['café']);
    expect(findKeywords('ＦＲＥＥ', ['free'])).toEqual(['free']);
    expect(findKeywords('STRASSE', ['straße'])).toEqual(['straße']);
    expect(findKeywords('ΟΔΟΣ', ['οδος'])).toEqual(['οδος']);
  });

  it('KEY-03 is not misled by characters that are never drawn', () => {
    expect(findKeywords('na\u200bk\u00aded', ['naked'])).toEqual(['naked']);
    expect(findKeywords('naked', ['na\u2060ked'])).toHaveLength(1);
  });

  it('KEY-03 treats any run of white space as one blank', () => {
    expect(findKeywords('hate\n  speech', ['hate speech'])).toEqual(['hate speech']);
  });

  it('KEY-03 never matches a keyword of blanks or of undrawn characters alone', () => {
    expect(findKeywords('anything', ['', '  ', '\u200b'])).toEqual([]);
  });

  it('KEY-03 names each keyword once, as it was first written', () => {
    expect(findKeywords('red car', ['Car', 'CAR', 'red'])).toEqual(['Car', 'red']);
  });
});

describe('tidyKeywords', () => {
  it('KEY-02 drops blanks and repeats and trims the rest', () => {
    expect(tidyKeywords([' Knife', '', 'knife ', '  ', 'gun'])).toEqual(['Knife', 'gun']);
  });
});

describe('keywordPresets', () => {
  it('KEY-01 holds about 50 forbidden and about 37 required terms, none short enough to sit inside an ordinary word', () => {
    expect(keywordPresets.forbidden).toHaveLength(50);
    expect(keywordPresets.required).toHaveLength(37);
    for (const term of [...keywordPresets.forbidden, ...keywordPresets.required]) expect(term.length).toBeGreaterThanOrEqual(4);
  });

  it('KEY-03 gives no hit of the forbidden preset on ordinary words that contain look-alikes', () => {
    const text =
      'grapes in a bowl, a drape, therapist, gorgeous category, Essex, cocktail, assassin bug, classic analysis, skilled worker';
    expect(findKeywords(text, keywordPresets.forbidden)).toEqual([]);
  });

  it('KEY-02 has no term twice', () => {
    for (const list of Object.values(keywordPresets)) expect(new Set(list.map(normaliseText)).size).toBe(list.length);
  });
});
