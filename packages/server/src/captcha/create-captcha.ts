import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import type { Secrets } from '../security/secrets.ts';
import { createAltcha } from './altcha.ts';
import type { Captcha } from './captcha.ts';
import { createRemoteCaptcha } from './remote.ts';
import { remoteProviderOf } from './remote-providers.ts';

type CaptchaContext = { config: Config; db: Db; clock: Clock; secrets: Secrets; log: FastifyBaseLogger };

/** No captcha: any answer is taken. The configuration allows it in local mode only. */
const captchaOff: Captcha = {
  challenge: async () => ({ provider: 'off' }),
  verify: async () => undefined,
  close: async () => undefined,
};

/** The captcha that the configuration names. */
export function createCaptcha(context: CaptchaContext): Captcha {
  const remote = remoteProviderOf(context.config);
  if (remote) return createRemoteCaptcha(remote, context);
  return context.config.captcha === 'off' ? captchaOff : createAltcha(context);
}
