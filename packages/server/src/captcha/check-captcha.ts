import type { CaptchaPurpose } from '@clearframe/contract';
import type { Context } from '../context.ts';
import { addressBlock, type Client } from '../security/client-address.ts';

/**
 * The captcha of a form, judged at most so often for an address: checking it computes, or asks a provider over the network, before
 * any limit of the form itself counts.
 * @throws AppError captcha_required, rate_limited
 */
export async function checkCaptcha(
  { captcha, rateLimits }: Pick<Context, 'captcha' | 'rateLimits'>,
  token: string,
  purpose: CaptchaPurpose,
  client: Client,
): Promise<void> {
  await rateLimits.take('captcha-check-address', addressBlock(client.ip));
  await captcha.verify(token, purpose);
}
