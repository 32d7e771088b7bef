import { describe, expect, it } from 'vitest';
import { readClasses } from './read-classes.ts';
import { inReadingOrder } from './text-reader.ts';
import { textRegions } from './text-regions.ts';

/** A map of 40 × 20 places with these rectangles, `[left, top, right, bottom, likelihood]`, ends not included. */
function mapWith(...rectangles: [number, number, number, number, number][]) {
  const data = new Float32Array(800);
  for (const [left, top, right, bottom, likelihood] of rectangles) {
    for (let y = top; y < bottom; y++) data.fill(likelihood, y * 40 + left, y * 40 + right);
  }
  return { data, width: 40, height: 20 };
}

describe('textRegions', () => {
  it('gives one grown box for each patch, the largest first', () => {
    const [large, small, ...more] = textRegions(mapWith([2, 2, 12, 6, 0.9], [20, 10, 38, 16, 0.8]));
    expect(more).toEqual([]);
    expect(large?.box).toMatchObject({ x: 29, y: 13 });
    expect(large?.box.width).toBeCloseTo(18 + (1.6 * 18 * 6) / 24, 6);
    expect(small?.box).toMatchObject({ x: 7, y: 4 });
    expect(small?.score).toBeCloseTo(0.9, 5);
  });

  it('leaves out what is faint on the whole or too thin to be read', () => {
    expect(textRegions(mapWith([2, 2, 12, 6, 0.4]))).toEqual([]);
    expect(textRegions(mapWith([2, 2, 30, 4, 0.9]))).toEqual([]);
    expect(textRegions(mapWith())).toEqual([]);
  });
});

describe('inReadingOrder', () => {
  const at = (x: number, y: number, angle = 0) => ({ x, y, width: 10, height: 4, angle });

  it('goes line by line, and from left to right within one whose boxes are not quite level', () => {
    expect(inReadingOrder([at(50, 11), at(10, 30), at(10, 10)])).toEqual([at(10, 10), at(50, 11), at(10, 30)]);
  });

  it('follows writing that is turned', () => {
    const angle = 0.5;
    const first = at(40, 40, angle);
    const right = at(40 + 30 * Math.cos(angle), 40 + 30 * Math.sin(angle), angle);
    const below = at(40 - 8 * Math.sin(angle), 40 + 8 * Math.cos(angle), angle);
    expect(inReadingOrder([right, below, first])).toEqual([first, right, below]);
  });
});

describe('readClasses', () => {
  const characters = ['', 'a', 'b', ' '];
  const steps = (...classes: [number, number][]) => {
    const values = new Float32Array(classes.length * characters.length);
    for (const [step, [index, likelihood]] of classes.entries()) values[step * characters.length + index] = likelihood;
    return values;
  };

  it('takes repeats together, keeps real doubles, and drops steps without a character', () => {
    const reading = readClasses(steps([1, 0.9], [1, 0.8], [0, 1], [1, 0.7], [3, 0.5], [2, 0.9]), characters);
    expect(reading.text).toBe('aa b');
    expect(reading.confidence).toBeCloseTo((0.9 + 0.7 + 0.5 + 0.9) / 4, 6);
  });

  it('is sure of nothing when there is nothing', () => {
    expect(readClasses(steps([0, 1], [0, 1]), characters)).toEqual({ text: '', confidence: 0 });
  });
});
