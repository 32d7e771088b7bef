import { securityEventWords } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { eventWords, isSuspicious } from './security-log.tsx';

describe('words of the security log', () => {
  it('shows a kind that this page does not know yet by its name', () => {
    expect(eventWords('login.succeeded')).toBe('Signed in');
    expect(eventWords('drone.landed')).toBe('drone.landed');
    expect(eventWords('toString')).toBe('toString');
  });

  it('AUTH-16 marks the lines that somebody else may have caused', () => {
    expect(Object.keys(securityEventWords).filter(isSuspicious)).toEqual([
      'registration.code_wrong',
      'login.failed',
      'login.locked',
      'login.two_step_failed',
      'session.refresh_reused',
      'session.confirm_failed',
      'passkey.counter_reversed',
    ]);
  });
});
