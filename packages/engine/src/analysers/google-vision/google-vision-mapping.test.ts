import { categoryNames } from '@clearframe/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapSafeSearch } from './google-vision-mapping.ts';

/** As Google documents them, from the best to the worst. */
const words = ['VERY_UNLIKELY', 'UNLIKELY', 'POSSIBLE', 'LIKELY', 'VERY_LIKELY'] as const;
const fields = ['adult', 'spoof', 'medical', 'violence', 'racy'] as const;
const all = (word: string) => Object.fromEntries(fields.map((field) => [field, word]));

describe('the mapping of Google SafeSearch', () => {
  it.each(fields.flatMap((field) => words.map((word) => ({ field, word }))))('gives $field $word a score', ({ field, word }) => {
    const { scores, unmapped } = mapSafeSearch({ [field]: word });
    expect(Object.values(scores)).toHaveLength(1);
    expect(unmapped).toEqual([]);
  });

  it('never gives a lower score for a more likely word', () => {
    const word = fc.integer({ min: 0, max: words.length - 1 });
    fc.assert(
      fc.property(
        fc.record({ adult: word, spoof: word, medical: word, violence: word, racy: word }),
        fc.constantFrom(...fields),
        (places, field) => {
          const answer = (raised: number) =>
            Object.fromEntries(fields.map((name) => [name, words[Math.min(4, places[name] + (name === field ? raised : 0))]]));
          const [before, after] = [mapSafeSearch(answer(0)).scores, mapSafeSearch(answer(1)).scores];
          for (const name of categoryNames) expect(after[name] ?? 0).toBeGreaterThanOrEqual(before[name] ?? 0);
        },
      ),
    );
  });

  it.each(['UNKNOWN', undefined])('takes %s for not assessed, never for safe', (word) => {
    expect(mapSafeSearch({ ...all('VERY_UNLIKELY'), violence: word })).toEqual({
      scores: { sexual_explicit: 0.02, sexual_suggestive: 0.02, disturbing: 0.01, synthetic: 0.02 },
      coverage: {
        sexual_explicit: 'assessed',
        nudity: 'within:sexual_explicit',
        sexual_suggestive: 'assessed',
        disturbing: 'assessed',
        synthetic: 'assessed',
      },
      unmapped: [],
    });
  });

  it('gives no score for a word that it does not know, and names it', () => {
    const { scores, coverage, unmapped } = mapSafeSearch({ ...all('LIKELY'), adult: 'ALMOST_CERTAIN' });
    expect(scores.sexual_explicit).toBeUndefined();
    expect(coverage.nudity).toBeUndefined();
    expect(unmapped).toEqual(['adult: ALMOST_CERTAIN']);
  });

  it('says that gore is judged as part of violence', () => {
    expect(mapSafeSearch(all('LIKELY')).coverage.gore).toBe('within:violence');
  });
});
