import { expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { printWords } from './print-words.ts';

it('MED-04 names each print by its title, what it is and its state, or why nothing is shown of it', () => {
  const item = mediaOf({ title: 'Beach', moderationFlagged: true });
  expect(printWords({ item, isThere: true })).toBe('Beach, Flagged');
  expect(printWords({ item: { ...item, mimeType: 'video/mp4' }, isThere: true })).toBe('Beach, Video, Flagged');
  expect(printWords({ item: { ...item, withheld: true }, isThere: true })).toBe('Beach, withheld by the operator');
  expect(printWords({ item: { ...item, withheld_for: 'break' }, isThere: true })).toBe('Beach, hidden during your break');
  expect(printWords({ item, isThere: false })).toBe('Beach, no longer here');
});
