import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keys } from '../../../shared/api/keys.ts';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { dropItem } from './drop-item.ts';

it('MED-04 takes a deleted item out of the lists that hold it, and counts one less there', () => {
  const queries = new QueryClient();
  const [kept, gone] = [mediaOf({ id: 'kept' }), mediaOf({ id: 'gone' })];
  const page = (...media_uploads: (typeof kept)[]) => ({ media_uploads, pagination: { page: 1, limit: 12, total: 20 } });
  const [first, other] = [page(kept, gone), page(kept)];
  queries.setQueryData(keys.media.list(1), first);
  queries.setQueryData(keys.media.list(2), other);
  dropItem(queries, 'gone');
  expect(queries.getQueryData(keys.media.list(1))).toEqual({
    ...first,
    media_uploads: [kept],
    pagination: { page: 1, limit: 12, total: 19 },
  });
  expect(queries.getQueryData(keys.media.list(2))).toBe(other);
});
