import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

/**
 * Says that a deletion is complete. Every such mail has the sentence about the law, so none reveals whether an item is
 * held.
 */
export function accountDeletedMail({ to }: { to: string }): Mail {
  const subject = 'Your account was deleted';
  return layoutMail(to, {
    subject,
    greeting: subject,
    parts: [
      { text: 'We have deleted your account and your own data, as you asked.' },
      {
        text:
          'We keep three things. Records that the law requires of the operator, such as invoices. ' +
          'A security log with network addresses for 365 days, without your name and email address. ' +
          'A mark that you used the free trial, which does not reveal your address.',
      },
    ],
    footer: 'This is our last email about this account.',
  });
}
