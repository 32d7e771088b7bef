import { describe, expect, it } from 'vitest';
import { LoginInput, Password, passwordStrength, RegisterInput, unmetPasswordRules, VerificationCode } from './accounts.ts';

const firstMessage = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

describe('password rules', () => {
  it('AUTH-01 names the strength by the share of rules met', () => {
    expect(passwordStrength('')).toBe('very-weak');
    expect(passwordStrength('longenough')).toBe('weak');
    expect(passwordStrength('Longenough')).toBe('medium');
    expect(passwordStrength('Longenough!')).toBe('strong');
  });

  it('AUTH-01 lists each unmet rule and says so in the specified words', () => {
    expect(unmetPasswordRules('short')).toHaveLength(3);
    expect(firstMessage(Password.safeParse('longenough'))).toBe(
      'Password requirements not met: At least 1 uppercase letter, At least 1 special character',
    );
    expect(Password.safeParse('Longenough!').success).toBe(true);
  });

  it('AUTH-01 counts characters of every script, not code units', () => {
    expect(unmetPasswordRules('😀😀😀😀')).toContain('At least 8 characters');
    expect(unmetPasswordRules('Ärger-über-Straße')).toEqual([]);
  });

  it('SEC-06 refuses a password longer than can be hashed cheaply', () => {
    expect(Password.safeParse(`A!${'a'.repeat(200)}`).success).toBe(false);
  });
});

describe('account forms', () => {
  it('AUTH-05 asks for the captcha in the specified words', () => {
    for (const Form of [RegisterInput, LoginInput]) {
      const form = { name: 'Ada', email: 'ada@example.com', password: 'Longenough!' };
      expect(firstMessage(Form.safeParse(form))).toBe('Please complete the reCAPTCHA verification');
      expect(firstMessage(Form.safeParse({ ...form, recaptchaToken: '' }))).toBe('Please complete the reCAPTCHA verification');
    }
  });

  it('AUTH-03 takes exactly five digits as the code', () => {
    expect(VerificationCode.safeParse('01234').success).toBe(true);
    for (const wrong of ['1234', '123456', '1234a', '１２３４５']) {
      expect(firstMessage(VerificationCode.safeParse(wrong))).toBe('Please enter a valid 5-digit verification code');
    }
  });
});
