import { describe, expect, it } from 'vitest';
import { doubtOf, isNearThreshold, toScores, worstScores } from './scores.ts';

const classes = { drawing: 0.1, hentai: 0.2, neutral: 0.3, porn: 0.25, sexy: 0.15 };

it('adds photographs and drawings of the same kind up', () => {
  expect(toScores(classes)).toEqual({ sexual_explicit: 0.45, sexual_suggestive: 0.15, synthetic: 0.3 });
});

it('never scores above 1, whatever the rounding of the shares adds up to', () => {
  expect(toScores({ ...classes, porn: 0.6, hentai: 0.400001 }).sexual_explicit).toBe(1);
});

it('scores worse for every class that is worse', () => {
  const worse = toScores({ ...classes, porn: 0.35, neutral: 0.2 });
  expect(worse.sexual_explicit).toBeGreaterThan(toScores(classes).sexual_explicit ?? 1);
});

it('takes of each category the worst frame', () => {
  expect(
    worstScores([
      { sexual_explicit: 0.1, synthetic: 0.9 },
      { sexual_explicit: 0.8, sexual_suggestive: 0.2 },
    ]),
  ).toEqual({
    sexual_explicit: 0.8,
    sexual_suggestive: 0.2,
    synthetic: 0.9,
  });
});

describe('how doubtful a frame is', () => {
  it('grows with what is explicit, once a threshold is reached, and is 0 below', () => {
    expect(doubtOf({ sexual_explicit: 0.39, sexual_suggestive: 0.79 })).toBe(0);
    expect(doubtOf({ sexual_explicit: 0.01, sexual_suggestive: 0.8 })).toBeGreaterThan(0);
    expect(doubtOf({ sexual_explicit: 0.9 })).toBeGreaterThan(doubtOf({ sexual_explicit: 0.5 }));
  });

  it('is uncertain near a threshold', () => {
    expect(isNearThreshold({ sexual_explicit: 0.66 }, 0.05)).toBe(true);
    expect(isNearThreshold({ sexual_explicit: 0.43 }, 0.05)).toBe(true);
    expect(isNearThreshold({ sexual_explicit: 0.55, synthetic: 0.9 }, 0.05)).toBe(false);
  });
});
