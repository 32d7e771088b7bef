import type { MediaUpload } from '@clearframe/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../shared/api/keys.ts';
import { decisionOf } from '../../../shared/verdict/testing/decision-of.ts';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { comeBackTo, knownNext, lastDecided, nextItemQuery, passBy } from './next-item.ts';

const filters = { status: 'undecided' } as const;
const next = mediaOf({ id: 'next' });
const made = decisionOf();

/** What follows the item that is open, while the page knows this of it. */
function known(answer: MediaUpload | null, decisions: MediaUpload['decisions'] = []) {
  const queries = new QueryClient();
  queries.setQueryData(nextItemQuery(queries, 'open', filters).queryKey, answer);
  if (answer) queries.setQueryData(keys.media.item(answer.id), { ...answer, decisions });
  return knownNext(queries, 'open', filters);
}

describe('MED-05 the item that a decision leads to', () => {
  it('is the one that was claimed for it, or none where nothing is free', () => {
    expect(known(next)).toBe(next);
    expect(known(null)).toBeNull();
    expect(knownNext(new QueryClient(), 'open', filters)).toBeUndefined();
  });

  it('is asked for again where somebody has decided it since', () => {
    expect(known(next, [made])).toBeUndefined();
    expect(known(next, [{ ...made, undone_at: made.at }])).toBe(next);
    passBy(next.id);
    expect(known(next)).toBeUndefined();
    comeBackTo(next.id);
    expect(known(next)).toBe(next);
  });

  it('still waits where a second person is asked, whatever was decided before', () => {
    expect(known(next, [made, decisionOf({ id: 'second', state: 'waiting_second' })])).toBe(next);
  });
});

it('MED-05 what was decided last is known, the newest first and each once, without what was taken back', () => {
  for (const id of ['a', 'b', 'c', 'a']) passBy(id);
  expect(lastDecided(3)).toEqual(['a', 'c', 'b']);
  expect(lastDecided(2)).toEqual(['a', 'c']);
  comeBackTo('a');
  expect(lastDecided(3)).toEqual(['c', 'b']);
});
