import { expect, it } from 'vitest';
import { whenWords } from './chat-words.ts';

it('DOOR-A8 says which items a chat hears of, and how often', () => {
  expect(whenWords({ events: ['flagged', 'review'], digest_minutes: 15 })).toBe('Flagged, to review. At most every 15 min.');
  expect(whenWords({ events: ['analysis_failed'], digest_minutes: 0 })).toBe('Not analysed. A message for each item.');
});
