import type { ContactInput } from '@clearframe/contract';
import { checkCaptcha } from '../captcha/check-captcha.ts';
import type { Context } from '../context.ts';
import { contactMessage } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { contactMail } from '../mail/templates/contact-mail.ts';
import type { Client } from '../security/client-address.ts';
import type { HeaderSink } from '../security/rate-limits.ts';

/**
 * Stores what a visitor wrote and has it mailed to the operator, in one transaction: what was thanked for is never lost (PUB-05).
 * The client's address is not kept with it.
 * @param reply is told the state of the client address's limit
 * @throws AppError captcha_required, rate_limited
 */
export async function takeContactMessage(
  context: Context,
  { recaptchaToken, ...input }: ContactInput,
  client: Client,
  reply?: HeaderSink,
): Promise<void> {
  const { rateLimits, db, clock, config } = context;
  await checkCaptcha(context, recaptchaToken, 'contact', client);
  await rateLimits.take('contact-address', client, reply);
  await db.transaction(async (tx) => {
    await tx.insert(contactMessage).values({ ...input, company: input.company ?? null, createdAt: clock.now() });
    await queueMail(
      context,
      contactMail({ ...input, topic: input.subject, to: config.operatorEmail, publicUrl: config.publicUrl }),
      tx,
    );
  });
}
