import { expect, it } from 'vitest';
import { blockWords } from './block-words.ts';

it('TRUST-B1 says before a block how many of their items are open, and that it decides none of them', () => {
  const said = (undecided: number) => blockWords({ counts: { total: 5_000, flagged: 0, safe: 0, not_checked: 0, undecided } });
  expect([0, 1, 1_200].map(said)).toEqual([
    'Nothing of theirs waits for a decision.',
    '1 of their items waits. Blocking does not decide it.',
    '1,200 of their items wait. Blocking does not decide them.',
  ]);
});
