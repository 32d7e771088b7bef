import { AppError, type CaptchaPurpose } from '@clearframe/contract';
import type { Config } from '../config.ts';
import type { Client } from '../security/client-address.ts';
import type { RateLimits } from '../security/rate-limits.ts';
import type { Captcha } from './captcha.ts';

/** Local mode may do without a captcha, for its own machine alone. @throws AppError local_only */
export function requireLocalIfOff({ captcha, localMode }: Pick<Config, 'captcha' | 'localMode'>, { isLocal }: Client): void {
  if (captcha === 'off' && localMode && !isLocal) throw new AppError('local_only', { detail: 'CAPTCHA=off' });
}

/**
 * The captcha of a form, judged at most so often for an address: checking it computes, or asks a provider over the network, before
 * any limit of the form itself counts.
 * @throws AppError captcha_required, rate_limited, local_only
 */
export async function checkCaptcha(
  { captcha, config, rateLimits }: { captcha: Captcha; config: Config; rateLimits: RateLimits },
  token: string,
  purpose: CaptchaPurpose,
  client: Client,
): Promise<void> {
  await rateLimits.take('captcha-check-address', client);
  requireLocalIfOff(config, client);
  await captcha.verify(token, purpose);
}
