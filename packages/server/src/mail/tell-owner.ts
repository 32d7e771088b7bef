import { and, eq } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Tx } from '../db/client.ts';
import { membership, user } from '../db/schema.ts';
import type { Queue } from '../queue/index.ts';
import type { Secrets } from '../security/secrets.ts';
import { queueMail } from './queue-mail.ts';
import { noticeMail } from './templates/notice-mail.ts';

type OwnerMailContext = { config: Pick<Config, 'publicUrl'>; queue: Queue; secrets: Secrets };

/** Mails the owner of an account, in the transaction that did it, that a way into the account was made or looked at. */
export async function tellOwner(
  tx: Tx,
  context: OwnerMailContext,
  { accountId, subject, what }: { accountId: string; subject: string; what: string },
): Promise<void> {
  const [owner] = await tx
    .select({ email: user.email })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.accountId, accountId), eq(membership.role, 'owner')));
  // The account is being deleted.
  if (!owner) return;
  const { publicUrl } = context.config;
  const action = { label: 'See what happened', url: `${publicUrl}/dashboard/account/activity` };
  const otherwise = `Not you? Change your password at ${publicUrl}/dashboard/account/security and switch off your API tokens.`;
  await queueMail(context, noticeMail({ to: owner.email, subject, what, action, otherwise }), tx);
}
