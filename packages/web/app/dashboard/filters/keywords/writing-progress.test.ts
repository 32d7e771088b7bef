import { expect, it } from 'vitest';
import { writingWords } from './writing-progress.tsx';

const state = { not_read: 0, capped: false, unreadable: 0, reading: null };

it('says what is not read, what could not be, and that nothing waits', () => {
  expect(writingWords(state)).toEqual(['No items are waiting.']);
  expect(writingWords({ ...state, not_read: 1 })).toEqual(['Text in 1 item is not read yet. Open an item to read it.']);
  expect(writingWords({ ...state, not_read: 10_000, capped: true, unreadable: 2 })).toEqual([
    'Text in 9,998 or more items is not read yet. Open an item to read it.',
    'We could not read text in 2 items.',
  ]);
  expect(writingWords({ ...state, not_read: 5, reading: { done: 1, total: 6 } })).toEqual([]);
});
