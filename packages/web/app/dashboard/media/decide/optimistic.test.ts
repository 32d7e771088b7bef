import type { MediaUpload } from '@clearframe/contract';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../shared/api/keys.ts';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { flagsAfter, patchFlags, patchUndone } from './optimistic.ts';
import { standing } from './situation.ts';

const [decided, other] = ['6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e', '7f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e'];
const fail: MediaUpload['decisions'][number] = {
  id: '0a54dd8e-8f0e-4a6a-8a3e-3f5a0a8f7b10',
  at: '2026-11-20T10:00:00.000Z',
  user: { id: '1a54dd8e-8f0e-4a6a-8a3e-3f5a0a8f7b10', name: 'Ada' },
  token: null,
  from: false,
  to: true,
  note: null,
  label: null,
  state: 'final',
  undone_at: null,
  overruled_at: null,
};
let queries: QueryClient;
const item = (id = decided) => queries.getQueryData<MediaUpload>(keys.media.item(id)) ?? mediaOf({});
const listed = () =>
  queries.getQueriesData<{ media_uploads: MediaUpload[] }>({ queryKey: keys.media.lists })[0]?.[1]?.media_uploads;

beforeEach(() => {
  queries = new QueryClient();
  const items = [mediaOf({ id: decided, moderationFlagged: true, decisions: [fail] }), mediaOf({ id: other })];
  for (const one of items) queries.setQueryData(keys.media.item(one.id), one);
  queries.setQueryData([...keys.media.lists, 'one'], { media_uploads: items, pagination: {} });
});

describe('what a decision shows before it is answered', () => {
  it('MED-05 is in the item and in every list, and leaves other items as they are', () => {
    const before = item(other);
    patchFlags(queries, new Map([[decided, flagsAfter('pass')]]));
    expect([item().moderationFlagged, listed()?.[0]?.moderationFlagged]).toEqual([false, false]);
    expect(item(other)).toBe(before);
    expect(listed()?.[1]).toBe(before);
  });

  it('MED-05 is gone while an undo is on its way, also where the decision was read since, and back where it fails', () => {
    expect(standing(item())).toEqual(fail);
    const at = '2026-11-20T10:00:05.000Z';
    patchUndone(queries, [decided], { undone: [fail.id], said: null, at });
    expect([standing(item()), listed()?.map(standing)]).toEqual([null, [null, null]]);
    patchUndone(queries, [decided], { undone: [fail.id], said: at, at: null });
    expect(standing(item())).toEqual(fail);
  });

  it('MED-05 leaves alone what somebody else took back', () => {
    const theirs = '2026-11-20T10:00:01.000Z';
    queries.setQueryData(keys.media.item(decided), { ...item(), decisions: [{ ...fail, undone_at: theirs }] });
    const [said, undone] = ['2026-11-20T10:00:05.000Z', [fail.id]];
    patchUndone(queries, [decided], { undone, said: null, at: said });
    patchUndone(queries, [decided], { undone, said, at: null });
    expect(item().decisions[0]?.undone_at).toBe(theirs);
  });
});
