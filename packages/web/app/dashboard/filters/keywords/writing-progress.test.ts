import { expect, it } from 'vitest';
import { writingWords } from './writing-progress.tsx';

const state = { not_read: 0, capped: false, unreadable: 0, reading: null };

it('says what is not read, what could not be, and that nothing waits', () => {
  expect(writingWords(state)).toEqual(['No item waits to be read.']);
  expect(writingWords({ ...state, not_read: 1 })).toEqual(['Writing in 1 item is not read. Opening an item reads it.']);
  expect(writingWords({ ...state, not_read: 10_000, capped: true, unreadable: 2 })).toEqual([
    'Writing in 9,998 or more items is not read. Opening an item reads it.',
    'Writing in 2 items could not be read.',
  ]);
  expect(writingWords({ ...state, not_read: 5, reading: { done: 1, total: 6 } })).toEqual([]);
});
