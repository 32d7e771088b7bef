import { describe, expect, it } from 'vitest';
import { decisionOf } from '../../../shared/verdict/testing/decision-of.ts';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { createOwnDecisions } from './own-decisions.ts';

describe('the newest decision that its maker knows of', () => {
  it('is what the page shows', async () => {
    const own = createOwnDecisions();
    expect(await own.lastSeen(mediaOf())).toBeNull();
    expect(await own.lastSeen(mediaOf({ decisions: [decisionOf({ id: 'first' }), decisionOf({ id: 'second' })] }))).toBe(
      'second',
    );
  });

  it('is their own, until the page has read it', async () => {
    const own = createOwnDecisions();
    const item = mediaOf({ decisions: [decisionOf({ id: 'first' })] });
    own.add([item], 'fail', Promise.resolve([{ id: item.id, decision_id: 'mine', error: null }]));
    expect(await own.lastSeen(item)).toBe('mine');
    const read = { ...item, decisions: [...item.decisions, decisionOf({ id: 'mine' }), decisionOf({ id: 'theirs' })] };
    expect(await own.lastSeen(read)).toBe('theirs');
  });

  it('is not one that was refused, or never answered', async () => {
    const own = createOwnDecisions();
    const item = mediaOf({ decisions: [decisionOf({ id: 'first' })] });
    own.add([item], 'fail', Promise.resolve([{ id: item.id, decision_id: null, error: 'Media not found' }]));
    expect(await own.lastSeen(item)).toBe('first');
    own.add([item], 'fail', Promise.reject(new Error('No answer')));
    expect(await own.lastSeen(item)).toBe('first');
  });
});

describe('a verdict that the page has not read', () => {
  const item = mediaOf({ decisions: [decisionOf({ id: 'first' })] });
  const answer = (id: string | null) => Promise.resolve([{ id: item.id, decision_id: id, error: id === null ? 'No' : null }]);
  /** Until the answers that are there have been heard. */
  const heard = () => new Promise((resolve) => setTimeout(resolve, 0));

  it('stands from the moment of its decision until the decisions of the item tell of it', async () => {
    const own = createOwnDecisions();
    expect(own.unread(item)).toBeNull();
    own.add([item], 'pass', answer('mine'));
    expect(own.unread(item)).toBe('pass');
    await heard();
    expect(own.unread(item)).toBe('pass');
    expect(own.unread({ ...item, decisions: [...item.decisions, decisionOf({ id: 'mine' })] })).toBeNull();
    expect(own.unread(mediaOf({ id: 'another' }))).toBeNull();
  });

  it('ends when it is refused, gets no answer, or is taken back', async () => {
    const own = createOwnDecisions();
    own.add([item], 'pass', answer(null));
    await heard();
    expect(own.unread(item)).toBeNull();
    own.add([item], 'pass', Promise.reject(new Error('No answer')));
    await heard();
    expect(own.unread(item)).toBeNull();
    const made = answer('mine');
    own.add([item], 'pass', made);
    own.takeBack([item.id], made, Promise.resolve([]));
    expect(own.unread(item)).toBeNull();
    await heard();
    expect(own.unread(item)).toBeNull();
  });

  it('stands again where its undo is refused, or what came after it is taken back or refused', async () => {
    const own = createOwnDecisions();
    const made = answer('mine');
    own.add([item], 'pass', made);
    own.takeBack([item.id], made, Promise.resolve([item.id]));
    expect(own.unread(item)).toBeNull();
    await heard();
    expect(own.unread(item)).toBe('pass');
    const change = answer('changed');
    own.add([item], 'fail', change);
    expect(own.unread(item)).toBe('fail');
    own.takeBack([item.id], change, Promise.resolve([]));
    expect(own.unread(item)).toBe('pass');
    own.add([item], 'fail', answer(null));
    await heard();
    expect(own.unread(item)).toBe('pass');
  });

  it('is left alone where a decision on several is taken back that did not reach it', async () => {
    const own = createOwnDecisions();
    own.add([item], 'pass', answer('mine'));
    const several = answer(null);
    own.add([item], 'fail', several);
    await heard();
    own.takeBack([item.id], several, Promise.resolve([]));
    expect(own.unread(item)).toBe('pass');
    // The next decision names the one that stands.
    expect(await own.lastSeen(item)).toBe('mine');
  });

  it('MED-05 an undo of what was refused ends quietly', async () => {
    const own = createOwnDecisions();
    const made = Promise.reject(new Error('No answer'));
    own.add([item], 'pass', made);
    own.takeBack([item.id], made, Promise.resolve([]));
    await heard();
    expect(own.unread(item)).toBeNull();
    expect(await own.lastSeen(item)).toBe('first');
  });
});
