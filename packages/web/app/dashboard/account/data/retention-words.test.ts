import { expect, it } from 'vitest';
import { previewWords } from './retention-words.ts';

const end = 'That is what the next daily run would remove. It cannot be undone.';

it('TRUST-B8 says what goes now, and when nothing does', () => {
  expect(previewWords({ items: 0, files: 0, bytes: 0, results: 0 })).toEqual([
    'Nothing is that old yet.',
    'What becomes older goes with the next daily run. It cannot be undone.',
  ]);
  expect(previewWords({ items: 1, files: 2, bytes: 5_242_880, results: 1_200 })).toEqual([
    '1 item goes, with 2 files (5.0 MB).',
    '1,200 more items lose their results.',
    end,
  ]);
  expect(previewWords({ items: 0, files: 0, bytes: 0, results: 1 })).toEqual(['1 more item loses its result.', end]);
});
