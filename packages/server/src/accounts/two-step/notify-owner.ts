import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { noticeMail } from '../../mail/templates/notice-mail.ts';

/** Mails the owner that their way to sign in changed, in the transaction that changed it. */
export async function notifyOwner(
  tx: Tx,
  context: Context,
  { to, subject, what, otherwise = stolen }: { to: string; subject: string; what: string; otherwise?: string },
): Promise<void> {
  const action = { label: 'Open your security page', url: `${context.config.publicUrl}/dashboard/account/security` };
  await queueMail(context, noticeMail({ to, subject, what, action, otherwise }), tx);
}

const stolen = 'If this was not you, change your password now and sign out all other devices.';
