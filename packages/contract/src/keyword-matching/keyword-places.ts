import type { KeywordRule } from '../keywords/keywords.ts';
import { needlesOf, placeIn, ticker } from './keyword-finder.ts';
import { visible } from './normal-form.ts';
import { readingsOf } from './readings.ts';
import type { TracedText } from './traced-text.ts';

/** Where a keyword stands in a text as it was written, in code units. */
export type KeywordPlace = { keyword: string; start: number; end: number };

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The visible text with the grapheme that each unit comes from, and where graphemes begin; the last number is the text's length. */
function traced(text: string): { seen: TracedText; starts: number[] } {
  const starts: number[] = [];
  const places: number[] = [];
  let written = '';
  for (const { segment, index } of segmenter.segment(text)) {
    const seen = visible(segment);
    for (let unit = 0; unit < seen.length; unit++) places.push(starts.length);
    starts.push(index);
    written += seen;
  }
  return { seen: { text: written, places }, starts: [...starts, text.length] };
}

/**
 * The places in a text, as it was written, where keywords stand: of each at most `max`, none over another of its own. By the same
 * readings as the verdict, whose normal form has other lengths than the text (ligatures, invisible characters, runs of blanks).
 */
export function keywordPlaces(text: string, rules: readonly KeywordRule[], leetspeak: boolean, max: number): KeywordPlace[] {
  const { seen, starts } = traced(text);
  const readings = readingsOf(seen, leetspeak);
  const tick = ticker(() => false);
  return needlesOf(rules).flatMap((needle) => {
    const found = new Map<number, KeywordPlace>();
    for (const reading of readings) {
      let place = placeIn(needle, reading, 0, tick);
      for (let count = 0; place && count < max; count++) {
        const start = starts[reading.places?.[place[0]] ?? 0] ?? 0;
        const end = starts[(reading.places?.[place[1] - 1] ?? 0) + 1] ?? text.length;
        if (!found.has(start)) found.set(start, { keyword: needle.keyword, start, end });
        place = placeIn(needle, reading, Math.max(place[1], place[0] + 1), tick);
      }
    }
    return [...found.values()].sort((one, other) => one.start - other.start).slice(0, max);
  });
}
