import { describe, expect, it } from 'vitest';
import { decisionOf } from '../../shared/verdict/testing/decision-of.ts';
import { barredFrom, decidedBefore } from './appeal-words.ts';

const asked = {
  mayDecide: true,
  userId: 'ada',
  item: { decisions: [decisionOf()] },
  settings: { same_person_appeals: false },
};

describe('who may decide an appeal', () => {
  it('TRUST-B5 bars whoever failed the item, also where another decision came later', () => {
    expect(barredFrom(asked)).toBe('same_person');
    const item = {
      decisions: [decisionOf({ overruled_at: '2026-11-21T10:00:00.000Z' }), decisionOf({ user: { id: 'bob', name: 'Bob' } })],
    };
    expect(barredFrom({ ...asked, item })).toBe('same_person');
  });

  it('TRUST-B5 lets others, whoever passed it, took it back, or may decide by the settings', () => {
    expect(barredFrom({ ...asked, userId: 'bob' })).toBeNull();
    expect(barredFrom({ ...asked, item: { ...asked.item, decisions: [decisionOf({ to: false })] } })).toBeNull();
    expect(
      barredFrom({ ...asked, item: { ...asked.item, decisions: [decisionOf({ undone_at: '2026-11-20T10:00:05.000Z' })] } }),
    ).toBeNull();
    expect(barredFrom({ ...asked, settings: { same_person_appeals: true } })).toBeNull();
    expect(barredFrom({ ...asked, settings: undefined, item: undefined })).toBeNull();
    expect(barredFrom({ ...asked, userId: 'bob', mayDecide: false })).toBe('viewer');
  });

  it('TRUST-B3 asks nobody to decide during their break, when the picture is hidden from them', () => {
    expect(barredFrom({ ...asked, userId: 'bob', item: { ...asked.item, withheld_for: 'break' } })).toBe('break');
  });
});

it('TRUST-B5 names who decided before the appeal was decided, and leaves out what was taken back', () => {
  const label = { id: 'l', key: 'adult', name: 'Adult content' };
  const decisions = [
    decisionOf({ id: 'a', label, note: 'Seen twice' }),
    decisionOf({ id: 'b', undone_at: '2026-11-20T10:00:05.000Z' }),
    decisionOf({ id: 'c', to: false, user: null, token: 'Shop', at: '2026-11-22T10:00:00.000Z' }),
  ];
  expect(decidedBefore({ decisions }, { decided_at: '2026-11-22T10:00:00.000Z' })).toEqual([
    { key: 'a', who: 'Ada', did: 'failed it: Adult content', at: '2026-11-20T10:00:00.000Z', note: 'Seen twice' },
  ]);
  expect(decidedBefore({ decisions }, { decided_at: null }).map(({ who, did }) => `${who} ${did}`)).toEqual([
    'Ada failed it: Adult content',
    'The API token Shop passed it',
  ]);
});
