import { limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { passwordReset, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { resetMail } from '../mail/templates/reset-mail.ts';
import { randomToken, sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { ResetRequest } from './ask-for-reset.ts';

/**
 * Mails a link to whoever has that address; nothing when nobody has. The link is made from PUBLIC_URL, never from the request's
 * Host. A person has one link: a newer one voids the older.
 */
export async function mailResetLink(context: Context, { emailKey, client }: ResetRequest): Promise<void> {
  const { config, clock, db } = context;
  const [person] = await db.select().from(user).where(eq(user.emailKey, emailKey));
  if (!person) return;
  const now = clock.now();
  const token = randomToken();
  const made = {
    tokenHash: sha256(token),
    expiresAt: new Date(now.getTime() + limits.resetLinkLifeMs),
    createdAt: now,
  };
  const query = new URLSearchParams({ token, email: person.email });
  const url = `${config.publicUrl}/reset-password?${query}`;
  await db.transaction(async (tx) => {
    await tx
      .insert(passwordReset)
      .values({ userId: person.id, ...made })
      .onConflictDoUpdate({ target: passwordReset.userId, set: made });
    await queueMail(context, resetMail({ to: person.email, url, minutes: limits.resetLinkLifeMs / 60_000 }), tx);
    await recordSecurityEvent(tx, { kind: 'password.reset_requested', userId: person.id, client, at: now });
  });
}
