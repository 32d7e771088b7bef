import { type Category, categoryNames } from '@clearframe/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModerationLabel, mapRekognition, rekognitionCovers, rekognitionUnmapped } from './rekognition-mapping.ts';

/** The labels of moderation model 7 as Amazon documents them, each below its parent. */
const documented = {
  Explicit: {
    'Explicit Nudity': [
      'Exposed Male Genitalia',
      'Exposed Female Genitalia',
      'Exposed Buttocks or Anus',
      'Exposed Female Nipple',
    ],
    'Explicit Sexual Activity': [],
    'Sex Toys': [],
  },
  'Non-Explicit Nudity of Intimate parts and Kissing': {
    'Non-Explicit Nudity': [
      ...['Bare Back', 'Exposed Male Nipple', 'Partially Exposed Buttocks', 'Partially Exposed Female Breast', 'Implied Nudity'],
    ],
    'Obstructed Intimate Parts': ['Obstructed Female Nipple', 'Obstructed Male Genitalia'],
    'Kissing on the Lips': [],
  },
  'Swimwear or Underwear': { 'Female Swimwear or Underwear': [], 'Male Swimwear or Underwear': [] },
  Violence: {
    Weapons: [],
    'Graphic Violence': ['Weapon Violence', 'Physical Violence', 'Self-Harm', 'Blood & Gore', 'Explosions and Blasts'],
  },
  'Visually Disturbing': { 'Death and Emaciation': ['Emaciated Bodies', 'Corpses'], Crashes: ['Air Crash'] },
  'Drugs & Tobacco': { Products: ['Pills'], 'Drugs & Tobacco Paraphernalia & Use': ['Smoking'] },
  Alcohol: { 'Alcohol Use': ['Drinking'], 'Alcoholic Beverages': [] },
  'Rude Gestures': { 'Middle Finger': [] },
  Gambling: {},
  'Hate Symbols': { 'Nazi Party': [], 'White Supremacy': [], Extremist: [] },
} as const satisfies Record<string, Record<string, readonly string[]>>;

const paths: string[][] = Object.entries(documented).flatMap(([first, below]) => [
  [first],
  ...Object.entries<readonly string[]>(below).flatMap(([second, third]) => [
    [first, second],
    ...third.map((name) => [first, second, name]),
  ]),
]);

/** An answer that names these labels, and above each its parents with the highest confidence below them, as Amazon answers. */
function answerWith(found: readonly (readonly [path: readonly string[], confidence: number])[]): ModerationLabel[] {
  const labels = new Map<string, ModerationLabel>();
  for (const [path, confidence] of found)
    path.forEach((Name, level) => {
      const known = labels.get(Name)?.Confidence ?? 0;
      labels.set(Name, { Name, ParentName: path[level - 1] ?? '', Confidence: Math.max(known, confidence) });
    });
  return [...labels.values()];
}

const scoreOf = (labels: ModerationLabel[], category: Category) => mapRekognition(labels).scores[category];

describe('the mapping of Amazon Rekognition', () => {
  it.each(paths.map((path) => ({ label: path.at(-1), path })))('gives “$label” a category', ({ path }) => {
    const { scores, unmapped } = mapRekognition(answerWith([[path, 96]]));
    expect(Math.max(...Object.values(scores))).toBeGreaterThan(0);
    expect(unmapped).toEqual([]);
  });

  it('keeps the kinds of picture out of the labels, and says so', () => {
    expect(rekognitionUnmapped).toEqual(['Animated', 'Illustrated']);
  });

  it('never gives a lower score for a higher confidence', () => {
    const found = fc.array(fc.tuple(fc.constantFrom(...paths), fc.integer({ min: 25, max: 100 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(found, fc.nat(), fc.integer({ min: 0, max: 75 }), (labels, which, more) => {
        const worse = labels.map(([path, confidence], place) => {
          const raised = place === which % labels.length ? Math.min(100, confidence + more) : confidence;
          return [path, raised] as const;
        });
        const before = mapRekognition(answerWith(labels)).scores;
        const after = mapRekognition(answerWith(worse)).scores;
        for (const name of categoryNames) expect(after[name] ?? 0).toBeGreaterThanOrEqual(before[name] ?? 0);
      }),
    );
  });

  it('never gives a lower score because one more of the lowest labels was found', () => {
    const lowest = paths.filter(
      (path) => !paths.some((other) => other.length > path.length && path.every((name, at) => other[at] === name)),
    );
    const found = fc.array(fc.tuple(fc.constantFrom(...lowest), fc.integer({ min: 25, max: 100 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(found, (labels) => {
        const before = mapRekognition(answerWith(labels.slice(1))).scores;
        const after = mapRekognition(answerWith(labels)).scores;
        for (const name of categoryNames) expect(after[name] ?? 0).toBeGreaterThanOrEqual(before[name] ?? 0);
      }),
    );
  });

  it('counts a label above others only when none of those was named', () => {
    const named = answerWith([[['Violence', 'Weapons'], 90]]);
    expect(scoreOf(named, 'weapons')).toBe(0.9);
    expect(scoreOf(named, 'violence')).toBe(0);
    expect(scoreOf(answerWith([[['Violence'], 90]]), 'violence')).toBe(0.9);
  });

  it('counts a label that it does not know as its parent, and names it', () => {
    const labels = answerWith([[['Hate Symbols', 'Something of 2027'], 88]]);
    expect(scoreOf(labels, 'hate')).toBe(0.88);
    expect(mapRekognition(labels).unmapped).toEqual(['Something of 2027']);
    const strange = [{ Name: 'Wholly new', ParentName: 'Newer still', Confidence: 99 }];
    expect(mapRekognition(strange).unmapped).toEqual(['Wholly new']);
  });

  it('counts nothing found as 0 in every category that it covers, and as nothing in the others', () => {
    const { scores, coverage } = mapRekognition([]);
    expect(Object.keys(scores).sort()).toEqual(Object.keys(rekognitionCovers).sort());
    expect(new Set(Object.values(scores))).toEqual(new Set([0]));
    expect(coverage.minor_safety).toBeUndefined();
    expect(scores.harassment).toBeUndefined();
  });
});
