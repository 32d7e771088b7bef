import { describe, expect, it } from 'vitest';
import { collectText } from './collect-text.ts';

const pixels = { data: new Uint8Array(3), width: 1, height: 1 };
const corner = { x: 0, y: 0 };
const line = (text: string) => ({
  text,
  confidence: 1,
  corners: [corner, corner, corner, corner] as [typeof corner, typeof corner, typeof corner, typeof corner],
});

/** A reader whose frames have these lines, one after the other. */
function readerOf(...frames: string[][]) {
  let at = -1;
  return {
    mayHaveText: async () => (frames[++at] ?? []).length > 0,
    read: async () => (frames[at] ?? []).map(line),
  };
}

describe('collectText', () => {
  it('keeps every line of the shown frame with its place, and of the others what is new', async () => {
    const writing = collectText(readerOf(['sale', 'sale'], ['sale', 'now']));
    await writing.look(pixels, true);
    await writing.look(pixels);
    const { text, lines } = writing.found();
    expect(text).toBe('sale\nsale\nnow');
    expect(lines.map(({ corners }) => corners !== null)).toEqual([true, true, false]);
  });

  it('reads no more frames than it may, and one without writing does not count', async () => {
    const writing = collectText(readerOf([], ['a'], ['b'], ['c']), 2);
    for (let frame = 0; frame < 4; frame++) await writing.look(pixels);
    expect(writing.found().text).toBe('a\nb');
  });

  it('cuts what is more than a file may say', async () => {
    const writing = collectText(readerOf(Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(40)}`)));
    await writing.look(pixels, true);
    expect(writing.found().lines).toHaveLength(240);
    expect(writing.found().text).toHaveLength(5_000);
  });
});
