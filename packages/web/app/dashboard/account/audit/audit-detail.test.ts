import { expect, it } from 'vitest';
import { detailWords, subjectWords } from './audit-detail.ts';

it('TRUST-B8 says details in words, without the signs of code, and leaves out what there is none of', () => {
  const decided = { decision: '0192f7a0-0000-7000-8000-000000000001', from: null, label: 'spam_scams', waits_second: false };
  expect(detailWords(decided)).toBe('decision 0192f7a0-0000-7000-8000-000000000001, label spam_scams, waits second no');
  expect(detailWords({ number: 7, outcome: 'no_action', items: 0 })).toBe('number 7, outcome no action, items 0');
  expect(detailWords({ kind: 'media_list' })).toBe('kind media list');
  expect(detailWords({ change: 'on_error accept', active: true })).toBe('change on error accept, active yes');
  expect(detailWords({})).toBe('');
});

it('TRUST-B8 names what an act is about in words', () => {
  expect(['transparency_run', 'chat_hook', 'media'].map(subjectWords)).toEqual(['transparency run', 'chat hook', 'media']);
});
