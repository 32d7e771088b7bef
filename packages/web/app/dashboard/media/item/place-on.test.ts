import { expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { placeOn } from './place-on.ts';

it('MED-01 counts the place of an item over the pages of its list, and knows none of another page', () => {
  const media_uploads = [mediaOf({ id: 'first' }), mediaOf({ id: 'second' })];
  const on = (page: number) => ({ media_uploads, pagination: { page, limit: 12, total: 243, capped: false, next_cursor: null } });
  expect(placeOn(on(1), 'second')).toEqual({ at: 2, total: 243, capped: false });
  expect(placeOn(on(3), 'first')).toEqual({ at: 25, total: 243, capped: false });
  expect(placeOn(on(1), 'elsewhere')).toBeNull();
});
