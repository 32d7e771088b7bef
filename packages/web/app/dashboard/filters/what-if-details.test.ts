import { expect, it } from 'vitest';
import { flipWords, resultWords } from './what-if-details.tsx';

const flip = (items: number, decided: number, agrees: number) =>
  flipWords({ from: 'safe', to: 'flagged', items, decided, agrees });

it('says how many items flip and whether people decided alike', () => {
  expect(flip(1, 0, 0)).toBe('1 item, none decided by a person');
  expect(flip(1_200, 3, 2)).toBe('1,200 items, 3 decided by a person: 2 as the change would');
  expect(flip(4, 3, 3)).toBe('4 items, 3 decided by a person: all as the change would');
  expect(flip(4, 1, 1)).toBe('4 items, 1 decided by a person: as the change would');
  expect(flip(4, 1, 0)).toBe('4 items, 1 decided by a person: 0 as the change would');
});

it('says how many items would flip, and never that none would where none was tried', () => {
  const words = (items: number, tried: number, isComplete: boolean) =>
    resultWords({
      flips: items === 0 ? [] : [{ from: 'safe', to: 'flagged', items, decided: 0, agrees: 0 }],
      items_checked: tried,
      is_complete: isComplete,
    });
  expect(words(0, 40, true)).toBe('No item would flip');
  expect(words(0, 0, true)).toBe('No item would flip');
  expect(words(3, 1_000, false)).toBe('3 of 1,000 checked items would flip (as many as we could try in time)');
  expect(words(0, 0, false)).toBe('No item could be tried in time');
});
