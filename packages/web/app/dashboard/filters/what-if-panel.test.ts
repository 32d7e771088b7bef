import { expect, it } from 'vitest';
import { flipWords } from './what-if-panel.tsx';

const flip = (items: number, decided: number, agrees: number) =>
  flipWords({ from: 'safe', to: 'flagged', items, decided, agrees });

it('says how many items flip and whether people decided alike', () => {
  expect(flip(1, 0, 0)).toBe('1 item, none decided by a person');
  expect(flip(1_200, 3, 2)).toBe('1,200 items, 3 decided by a person: 2 as the change would');
  expect(flip(4, 3, 3)).toBe('4 items, 3 decided by a person: all as the change would');
  expect(flip(4, 1, 1)).toBe('4 items, 1 decided by a person: as the change would');
  expect(flip(4, 1, 0)).toBe('4 items, 1 decided by a person: 0 as the change would');
});
