import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Clock } from '../context.ts';
import type { Db } from '../db/client.ts';
import type { Secrets } from '../security/secrets.ts';
import { createAltcha } from './altcha.ts';
import type { Captcha } from './captcha.ts';
import { captchaOff } from './off.ts';
import { createRemoteCaptcha } from './remote.ts';
import { remoteProviderOf } from './remote-providers.ts';

type Parts = { config: Config; db: Db; clock: Clock; secrets: Secrets; log: FastifyBaseLogger };

/** The captcha that the configuration names. */
export function createCaptcha(parts: Parts): Captcha {
  const remote = remoteProviderOf(parts.config);
  if (remote) return createRemoteCaptcha(remote, parts);
  return parts.config.captcha === 'off' ? captchaOff : createAltcha(parts);
}
