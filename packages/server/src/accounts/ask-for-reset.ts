import { AppError, type ForgotPasswordInput } from '@clearframe/contract';
import { z } from 'zod';
import { checkCaptcha } from '../captcha/check-captcha.ts';
import type { Context } from '../context.ts';
import type { Client } from '../security/client-address.ts';
import type { HeaderSink, RateLimits } from '../security/rate-limits.ts';
import type { Secrets } from '../security/secrets.ts';
import { emailKey } from './email-key.ts';

const Request = z.object({
  emailKey: z.string(),
  client: z.object({ ip: z.string(), userAgent: z.string().optional() }),
});

/** Who wants a new password, as the job finds it. */
export type ResetRequest = { emailKey: string; client: Client };

/** What {@link askForReset} sealed. @throws when it is anything else */
export function openResetRequest({ secrets }: { secrets: Secrets }, sealed: string): ResetRequest {
  const { emailKey: key, client } = Request.parse(JSON.parse(secrets.open('mail', sealed)));
  return { emailKey: key, client: { ip: client.ip, userAgent: client.userAgent } };
}

/** Whether this mail address was asked for often enough in this hour. Nobody is told. */
async function isEnough(rateLimits: RateLimits, key: string): Promise<boolean> {
  try {
    await rateLimits.take('forgot-mail', key);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return true;
    throw error;
  }
}

/**
 * Takes the wish for a new password. Nothing here looks at accounts: a job does, so that known and unknown addresses cost the same
 * work and get the same answer (AUTH-13, AUTH-16).
 * @param reply is told the state of the client address's limit
 * @throws AppError captcha_required, rate_limited for the client address only
 */
export async function askForReset(
  context: Context,
  input: ForgotPasswordInput,
  client: Client,
  reply?: HeaderSink,
): Promise<void> {
  const { rateLimits, queue, secrets } = context;
  await checkCaptcha(context, input.recaptchaToken, 'forgot', client);
  await rateLimits.take('forgot-address', client, reply);
  const key = emailKey(input.email);
  if (await isEnough(rateLimits, key)) return;
  // No more of the sender than the log of security keeps: the secret of a known browser is not to be stored.
  const { ip, userAgent } = client;
  const request: ResetRequest = { emailKey: key, client: { ip, userAgent } };
  await queue.add('request-reset', { sealed: secrets.seal('mail', JSON.stringify(request)) });
}
