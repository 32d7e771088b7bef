import type { Config } from '../config.ts';
import type { Clock } from '../context.ts';
import type { Db } from '../db/client.ts';
import type { Secrets } from '../security/secrets.ts';
import { createAltcha } from './altcha.ts';
import type { Captcha } from './captcha.ts';
import { captchaOff } from './off.ts';

/** The captcha that the configuration names. */
export function createCaptcha(parts: { config: Config; db: Db; clock: Clock; secrets: Secrets }): Captcha {
  return parts.config.captcha === 'off' ? captchaOff : createAltcha(parts);
}
