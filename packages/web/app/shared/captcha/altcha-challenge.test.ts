import { describe, expect, it } from 'vitest';
import { captchaToken, readChallenge, usableMs } from './altcha-challenge.ts';

const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 5_000,
    nonce: 'ab',
    salt: 'cd',
    keyPrefix: '00',
    data: { purpose: 'login', expiresAt: 1_700_000_600 },
  },
  signature: 'ef',
};

describe('altcha challenge', () => {
  it('keeps every parameter, since all of them are signed', () => {
    expect(readChallenge(challenge)).toEqual(challenge);
  });

  it('refuses what the worker cannot solve', () => {
    for (const value of [null, 'x', {}, { parameters: {} }, { ...challenge, signature: 1 }])
      expect(readChallenge(value)).toBeNull();
    for (const change of [{ algorithm: 'SCRYPT' }, { data: undefined }, { data: { expiresAt: '1' } }])
      expect(readChallenge({ ...challenge, parameters: { ...challenge.parameters, ...change } })).toBeNull();
  });

  it('AUTH-05 is renewed ten seconds before it expires', () => {
    expect(usableMs(challenge, 1_700_000_000_000)).toBe(590_000);
  });

  it('neither solves in a loop nor waits for ever when the clocks differ', () => {
    expect(usableMs(challenge, 1_800_000_000_000)).toBe(60_000);
    expect(usableMs(challenge, 1_600_000_000_000)).toBe(600_000);
  });

  it('AUTH-05 sends challenge and solution as base64 of JSON', () => {
    const token = captchaToken(challenge, { counter: 7, derivedKey: 'aa' });
    expect(JSON.parse(atob(token))).toEqual({ challenge, solution: { counter: 7, derivedKey: 'aa' } });
  });
});
