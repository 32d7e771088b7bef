import { AppError, type EmailChange, limits, serverMessages } from '@clearframe/contract';
import { and, eq, gt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { emailChange, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { addressTakenMail, emailChangeMail } from '../mail/templates/email-change-mail.ts';
import type { Client } from '../security/client-address.ts';
import type { HeaderSink } from '../security/rate-limits.ts';
import { randomToken, sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { requireConfirmed } from './confirm.ts';
import { emailKey } from './email-key.ts';

type Asker = { userId: string | null; accountId: string; confirmedAt: Date | null };

function idOf({ userId }: Pick<Asker, 'userId'>): string {
  if (!userId) throw new AppError('unauthenticated');
  return userId;
}

/** The new address that waits for its link to be opened, if there is one. */
export async function findEmailChange(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  asker: Pick<Asker, 'userId'>,
): Promise<EmailChange | null> {
  const open = and(eq(emailChange.userId, idOf(asker)), gt(emailChange.expiresAt, clock.now()));
  const [row] = await db.select().from(emailChange).where(open);
  return row ? { email: row.email, expiresAt: row.expiresAt.toISOString() } : null;
}

/**
 * Mails a link to the new address; a newer one voids the older. An address that has an account gets another mail: answer and work
 * are the same, so nobody learns here who has an account (AUTH-16).
 * @param reply is told the state of the person's limit
 * @throws AppError confirmation_required, validation_failed for the address that the person has, rate_limited
 */
export async function changeEmail(
  context: Context,
  asker: Asker,
  email: string,
  client: Client,
  reply?: HeaderSink,
): Promise<EmailChange> {
  const { config, clock, db, rateLimits } = context;
  const userId = idOf(asker);
  const now = clock.now();
  requireConfirmed(asker, now);
  const key = emailKey(email);
  const known = await db.select({ id: user.id }).from(user).where(eq(user.emailKey, key));
  if (known.some(({ id }) => id === userId)) {
    const message = serverMessages.emailSame;
    throw new AppError('validation_failed', { message, errors: [{ path: 'email', message }] });
  }
  await rateLimits.take('email-change-user', userId, reply);
  await rateLimits.take('email-change-mail', key);
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + limits.emailLinkLifeMs);
  const made = { email, emailKey: key, tokenHash: sha256(token), expiresAt, createdAt: now };
  const mail =
    known.length > 0
      ? addressTakenMail({ to: email, url: `${config.publicUrl}/login` })
      : emailChangeMail({
          to: email,
          url: `${config.publicUrl}/confirm-email?token=${token}`,
          minutes: limits.emailLinkLifeMs / 60_000,
        });
  await db.transaction(async (tx) => {
    await tx
      .insert(emailChange)
      .values({ userId, ...made })
      .onConflictDoUpdate({ target: emailChange.userId, set: made });
    await queueMail(context, mail, tx);
    await recordSecurityEvent(tx, { kind: 'email.change_requested', userId, accountId: asker.accountId, client, at: now });
  });
  return { email, expiresAt: expiresAt.toISOString() };
}

/** Voids the link that was mailed, if there is one. */
export async function cancelEmailChange({ db }: Pick<Context, 'db'>, asker: Pick<Asker, 'userId'>): Promise<void> {
  await db.delete(emailChange).where(eq(emailChange.userId, idOf(asker)));
}
