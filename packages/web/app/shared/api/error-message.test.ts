import { messages } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { describe, expect, it } from 'vitest';
import { errorMessage, errorReason } from './error-message.ts';

describe('the sentence for a failure', () => {
  it('AUTH-15 is the server’s where it gave one', () => {
    const error = new ClearframeError(429, 'Too many requests. Wait and try again.');
    expect(errorMessage(error, messages.loginFailed)).toBe('Too many requests. Wait and try again.');
    expect(errorReason(error)).toBeNull();
  });

  it.each([messages.requestFailed, messages.unknownError])(
    'AUTH-15 is the page’s fallback where the server gave none, with %s beside it',
    (message) => {
      const error = new ClearframeError(0, message);
      expect(errorMessage(error, messages.loginFailed)).toBe('Login failed');
      expect(errorReason(error)).toBe(message);
      expect(errorMessage(error, '')).toBe(message);
    },
  );

  it('AUTH-15 is the fallback for whatever else went wrong', () => {
    expect(errorMessage(new TypeError('x is not a function'), messages.anErrorOccurred)).toBe('An error occurred');
    expect(errorReason(new TypeError('x is not a function'))).toBeNull();
  });
});
