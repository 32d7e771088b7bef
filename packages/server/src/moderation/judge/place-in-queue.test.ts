import { describe, expect, it } from 'vitest';
import { placeInQueue } from './place-in-queue.ts';

const thresholds = {
  sexual_explicit: { review: 0.4, flag: 0.7 },
  gore: { review: 0.4, flag: 0.6 },
  sexual_suggestive: { review: 0.8, flag: null },
};

type Judged = Parameters<typeof placeInQueue>[0];

/** A result with these scores, judged by two limits that flag and one that does not. */
const judged = (scores: Judged['ai_analysis']['scores'], more: { keywords?: boolean; match?: boolean } = {}): Judged => {
  return {
    ai_analysis: { scores, thresholds, flagged: more.match ?? false },
    keyword_check: { passed: more.keywords ?? true },
    ...(more.match ? { match: { applied: true } } : {}),
  };
};

describe('the place of an item in the queue', () => {
  it('is its highest score that can flag, and the least distance from a limit', () => {
    expect(placeInQueue(judged({ sexual_explicit: 0.9, gore: 0.5 }))).toEqual({
      likelihood: 0.9,
      margin: expect.closeTo(0.1),
    });
  });

  it('passes over categories that never flag by themselves', () => {
    expect(placeInQueue(judged({ sexual_suggestive: 0.99, gore: 0.1 }))).toEqual({ likelihood: 0.1, margin: 0.5 });
  });

  it('is certain where a keyword or a known picture flags', () => {
    expect(placeInQueue(judged({ gore: 0.1 }, { keywords: false }))).toEqual({ likelihood: 1, margin: 1 });
    expect(placeInQueue(judged({ gore: 0.1 }, { match: true }))).toEqual({ likelihood: 1, margin: 1 });
  });

  it('is last by likelihood where nothing was scored', () => {
    expect(placeInQueue(judged({}))).toEqual({ likelihood: 0, margin: 1 });
  });
});
