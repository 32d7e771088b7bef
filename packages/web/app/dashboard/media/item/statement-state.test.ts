import { expect, it } from 'vitest';
import { decisionOf } from '../../../shared/verdict/testing/decision-of.ts';
import { appealLink, isDue, mayBeExplained } from './statement-state.ts';

it('TRUST-B5 asks for statements of flagged items and of those that were failed before, and of no others', () => {
  expect(mayBeExplained({ moderationFlagged: true, decisions: [] })).toBe(true);
  expect(mayBeExplained({ moderationFlagged: false, decisions: [decisionOf(), decisionOf({ to: false })] })).toBe(true);
  expect(mayBeExplained({ moderationFlagged: false, decisions: [decisionOf({ to: false })] })).toBe(false);
});

it('TRUST-B5 waits for the statement of a final Fail that holds, and for none else', () => {
  expect(isDue({ decisions: [decisionOf()] }, [])).toBe(true);
  expect(isDue({ decisions: [decisionOf()] }, [{ decision_id: 'd' }])).toBe(false);
  for (const parts of [{ to: false }, { state: 'waiting_second' }, { undone_at: '2026-11-20T10:00:05.000Z' }] as const)
    expect(isDue({ decisions: [decisionOf(parts)] }, [])).toBe(false);
});

it('TRUST-B5 leads to the list that holds the appeal', () => {
  const open = { status: 'open', outcome: null, answer: null, decided_at: null } as const;
  expect(appealLink({ appeal: null })).toBeNull();
  expect(appealLink({ appeal: open })).toEqual({ words: 'Appeal open', to: '/dashboard/appeals' });
  expect(appealLink({ appeal: { ...open, status: 'decided', outcome: 'reversed' } })).toEqual({
    words: 'Appeal reversed it',
    to: '/dashboard/appeals?status=decided',
  });
});
