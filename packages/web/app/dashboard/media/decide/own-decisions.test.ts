import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { createOwnDecisions } from './own-decisions.ts';

const decisionOf = (id: string) => ({
  id,
  at: '2026-11-24T10:00:00.000Z',
  user: null,
  token: null,
  from: null,
  to: true,
  note: null,
  label: null,
  state: 'final' as const,
  undone_at: null,
  overruled_at: null,
});

describe('the newest decision that its maker knows of', () => {
  it('is what the page shows', async () => {
    const own = createOwnDecisions();
    expect(await own.lastSeen(mediaOf())).toBeNull();
    expect(await own.lastSeen(mediaOf({ decisions: [decisionOf('first'), decisionOf('second')] }))).toBe('second');
  });

  it('is their own, until the page has read it', async () => {
    const own = createOwnDecisions();
    const item = mediaOf({ decisions: [decisionOf('first')] });
    own.add([item], Promise.resolve([{ id: item.id, decision_id: 'mine', error: null }]));
    expect(await own.lastSeen(item)).toBe('mine');
    const read = { ...item, decisions: [...item.decisions, decisionOf('mine'), decisionOf('theirs')] };
    expect(await own.lastSeen(read)).toBe('theirs');
  });

  it('is not one that was refused, or never answered', async () => {
    const own = createOwnDecisions();
    const item = mediaOf({ decisions: [decisionOf('first')] });
    own.add([item], Promise.resolve([{ id: item.id, decision_id: null, error: 'Media not found' }]));
    expect(await own.lastSeen(item)).toBe('first');
    own.add([item], Promise.reject(new Error('No answer')));
    expect(await own.lastSeen(item)).toBe('first');
  });
});
