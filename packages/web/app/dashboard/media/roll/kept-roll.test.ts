import type { MediaUpload } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { itemsNow, type KeptRoll, type RollItem, rollAround, shows } from './kept-roll.ts';

const items = Array.from({ length: 10 }, (_, at) =>
  mediaOf({ id: `${at}b54e0a7-0b54-4d0a-9c3e-1f2a3b4c5d6e`, title: String(at) }),
);
const itemAt = (at: number) => items[at] ?? mediaOf({});
const readAround = (at: number, before = 3, after = 6) => ({
  before: items.slice(at - before, at),
  after: items.slice(at + 1, at + 1 + after),
});
const around = (at: number, before = 3, after = 6) => rollAround(itemAt(at), '?status=undecided', readAround(at, before, after));
const titles = (roll: KeptRoll) => roll.items.map(({ title }) => title).join('');
const shownOf = (roll: KeptRoll) => items.filter(({ id }) => shows(roll, id)).map(({ title }) => title);
/** A flagged one with "!", one of which nothing is shown with "-". */
const now = (shown: readonly RollItem[]) =>
  shown.map(({ item, isThere }) => `${item.title}${item.moderationFlagged === true ? '!' : ''}${isThere ? '' : '-'}`).join(' ');
const flagged = (item: MediaUpload): MediaUpload => ({ ...item, moderationFlagged: true });

describe('the roll around an item', () => {
  it('MED-04 has each item once, in its place', () => {
    expect(titles(around(3))).toBe('0123456789');
    expect(titles(around(0, 0))).toBe('0123456');
    expect(titles(rollAround(itemAt(1), '', { before: [itemAt(0)], after: [itemAt(0), itemAt(2)] }))).toBe('012');
  });

  it('MED-04 is kept while something stands on both sides, and read again where the list goes on', () => {
    expect(shownOf(around(3))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('MED-04 is kept to the ends of the list', () => {
    expect(shownOf(around(2, 2, 3))).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(shownOf(around(0, 0, 0))).toEqual(['0']);
  });

  it('MED-04 shows items as they are now, and what the page knows of one before what the list said', () => {
    const read = { before: items.slice(0, 3), after: items.slice(4).map(flagged) };
    expect(now(itemsNow(around(3), [itemAt(3), itemAt(5)], read))).toBe('0 1 2 3 4! 5 6! 7! 8! 9!');
  });

  it('MED-04 SEC-02 keeps the place of what has left the list, and shows nothing of it', () => {
    const read = { before: [itemAt(0)], after: items.slice(6) };
    expect(now(itemsNow(around(3), [itemAt(3), flagged(itemAt(4))], read))).toBe('0 1- 2- 3 4! 5- 6 7 8 9');
    expect(now(itemsNow(around(3), [], undefined))).toBe('0 1 2 3 4 5 6 7 8 9');
  });
});
