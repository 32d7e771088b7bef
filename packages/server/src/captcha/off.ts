import type { Captcha } from './captcha.ts';

/** No captcha: any answer is taken. The configuration allows it in local mode only. */
export const captchaOff: Captcha = {
  challenge: async () => ({ provider: 'off' }),
  verify: async () => undefined,
  close: async () => undefined,
};
