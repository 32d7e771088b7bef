import { RegisterInput } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { errorsFromIssues, errorsFromServer } from './form-errors.ts';

const valid = { name: 'Ada', email: 'ada@shop.example', password: 'Frames-are-lit', recaptchaToken: 'token' };
const errorsOf = (input: Partial<typeof valid>) =>
  errorsFromIssues(RegisterInput.safeParse({ ...valid, ...input }).error?.issues ?? []);

describe('form errors', () => {
  it('AUTH-01 lists the unmet password rules', () => {
    expect(errorsOf({ password: 'frames' })).toEqual({
      password: 'Password requirements not met: At least 8 characters, At least 1 uppercase letter, At least 1 special character',
    });
    expect(errorsOf({})).toEqual({});
  });

  it('AUTH-05 asks for the captcha', () => {
    expect(errorsOf({ recaptchaToken: '' })).toEqual({ recaptchaToken: 'Please complete the reCAPTCHA verification' });
  });

  it('keeps the first message of each field, and only of fields that the form has', () => {
    const errors = [
      { path: 'email', message: 'first' },
      { path: 'email', message: 'second' },
      { path: 'other', message: 'elsewhere' },
    ];
    expect(errorsFromServer(errors, ['email'])).toEqual({ email: 'first' });
  });
});
