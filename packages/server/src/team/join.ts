import { AppError, type InvitedRegisterInput, roleWords } from '@clearframe/contract';
import { checkNewPassword } from '../accounts/check-new-password.ts';
import type { SignedIn } from '../accounts/finish-sign-in.ts';
import { lockPerson } from '../accounts/lock-person.ts';
import { moveSession, type SignedInMember } from '../accounts/own-accounts.ts';
import { hashPassword, requireHashingRoom } from '../accounts/passwords.ts';
import { createSession } from '../accounts/sessions.ts';
import { checkCaptcha } from '../captcha/check-captcha.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { membership, user } from '../db/schema.ts';
import { announceMember } from '../live/announce.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeMail } from '../mail/templates/notice-mail.ts';
import { plainName } from '../mail/templates/plain-name.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { openInvitation, takeInvitation } from './invitation-link.ts';
import type { InvitationRow } from './invite.ts';
import { teamOwner } from './team-name.ts';

type Person = { id: string; name: string; email: string };

/** Makes the person a member, tells the owner and the team. A second membership of the same person is none. */
async function enter(
  context: Context,
  tx: Tx,
  { accountId, role }: InvitationRow,
  person: Person,
  client: Client,
): Promise<void> {
  const { clock, config, live } = context;
  const { id: userId, email } = person;
  const at = clock.now();
  const added = await tx.insert(membership).values({ accountId, userId, role, createdAt: at }).onConflictDoNothing().returning();
  if (added.length === 0) return;
  await recordSecurityEvent(tx, { kind: 'team.joined', accountId, userId, detail: role, client, at });
  await announceMember(live, { accountId, userId }, tx);
  const { ownerEmail } = await teamOwner(tx, accountId);
  const mail = noticeMail({
    to: ownerEmail,
    subject: 'Somebody joined your Clearframe team',
    what:
      `${plainName(person.name) ?? 'The person with the address'} (${email}) ` +
      `accepted your invitation and is a ${roleWords[role].name.toLowerCase()} now.`,
    action: { label: 'Open the team page', url: `${config.publicUrl}/dashboard/account/team` },
    otherwise: 'Not expected? Remove the person on the team page. It takes effect at once.',
  });
  await queueMail(context, mail, tx);
}

/**
 * Accepts as the signed-in person, whose address must be the invited one, and leads their session to the team's account.
 * @throws AppError invitation_for_other, invitation_gone, rate_limited
 */
export async function acceptInvitation(context: Context, asker: SignedInMember, token: string, client: Client): Promise<void> {
  const { db, clock, rateLimits, live } = context;
  await rateLimits.take('invitation-address', client);
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, asker.userId);
    const row = await takeInvitation(tx, token, clock.now());
    if (person?.emailKey !== row.emailKey) throw new AppError('invitation_for_other');
    await enter(context, tx, row, person, client);
    await moveSession(tx, asker.sessionId, row.accountId, clock.now());
    // Streams of the account that the session leaves end.
    await announceMember(live, asker, tx);
  });
}

/**
 * Makes a person who belongs to the inviting account alone, and signs them in. The link came by mail, so it proves the address.
 * @throws AppError captcha_required, validation_failed, invitation_gone, invitation_has_account, rate_limited
 */
export async function registerInvited(context: Context, input: InvitedRegisterInput, client: Client): Promise<SignedIn> {
  const { db, clock, rateLimits } = context;
  const { token, name, password } = input;
  requireHashingRoom();
  await checkCaptcha(context, input.recaptchaToken, 'register', client);
  await rateLimits.take('register-address', client);
  // Before the expensive hash, and so that a refusal does not use the link up.
  const { email } = await openInvitation(context, token, client);
  await checkNewPassword(password, { name, email });
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const at = clock.now();
    const row = await takeInvitation(tx, token, at);
    const { emailKey, accountId } = row;
    const [person] = await tx
      .insert(user)
      .values({ name, email: row.email, emailKey, passwordHash, createdAt: at })
      .onConflictDoNothing({ target: user.emailKey })
      .returning();
    if (!person) throw new AppError('invitation_has_account');
    await recordSecurityEvent(tx, { kind: 'registration.completed', userId: person.id, client, at });
    await enter(context, tx, row, person, client);
    const session = await createSession(tx, { userId: person.id, accountId, client, now: at });
    return { user: person, session };
  });
}
