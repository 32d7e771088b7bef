import { defaultThresholds, type PolicyLimits, type Threshold } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { changedFrom, changeWords, limitText, usualWords } from './limit-words.ts';

it('writes a limit with two digits, and as typed where these do not say it', () => {
  expect([0, 0.4, 0.05, 1, 0.345, null].map(limitText)).toEqual(['0.00', '0.40', '0.05', '1.00', '0.345', 'off']);
});

it('says what a category does by default', () => {
  expect(usualWords({ review: 0.4, flag: 0.7 })).toBe('Default 0.40 and 0.70');
  expect(usualWords({ review: 0.8, flag: null })).toBe('Default 0.80, never flags alone');
  expect(usualWords({ review: null, flag: null })).toBe('Information only');
});

it('names the limits that differ as they were', () => {
  const was = { review: 0.4, flag: 0.7 };
  expect(changedFrom(was, was)).toBeNull();
  expect(changedFrom(was, { review: 0.4, flag: 0.6 })).toBe('from 0.70');
  expect(changedFrom(was, { review: null, flag: 0.6 })).toBe('from 0.40 and 0.70');
});

const limits = (explicit: Threshold, more: Partial<PolicyLimits> = {}) => ({
  thresholds: { ...defaultThresholds(), sexual_explicit: explicit },
  on_analyser_error: 'hold' as const,
  declared_synthetic: 'note' as const,
  ...more,
});

it('says one change, and counts several', () => {
  const was = limits({ review: 0.4, flag: 0.7 });
  expect(changeWords(was, was)).toBeNull();
  expect(changeWords(was, limits({ review: 0.4, flag: 0.6 }))).toBe('Sexually explicit: flag from 0.70 to 0.60');
  expect(changeWords(was, limits({ review: null, flag: 0.6 }))).toBe('2 limits changed');
  expect(changeWords(was, limits({ review: 0.4, flag: 0.7 }, { on_analyser_error: 'reject' }))).toBe(
    'An item whose analysis fails is flagged',
  );
  const both = limits({ review: 0.4, flag: null }, { declared_synthetic: 'review' });
  expect(changeWords(was, both)).toBe('2 settings changed');
});
