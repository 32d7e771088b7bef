import { expect, it } from 'vitest';
import { toScores, worstScores } from './scores.ts';

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
