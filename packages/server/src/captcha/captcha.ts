import type { CaptchaChallenge, CaptchaPurpose } from '@clearframe/contract';

export type Captcha = {
  challenge(purpose: CaptchaPurpose): Promise<CaptchaChallenge>;
  /**
   * @throws AppError captcha_required when the answer is wrong, expired, used before, or made for another purpose, and also when
   * it cannot be judged: nothing that fails lets anybody through
   */
  verify(token: string, purpose: CaptchaPurpose): Promise<void>;
  /** Ends its connections. */
  close(): Promise<void>;
};
