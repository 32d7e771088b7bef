import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

/**
 * Says that a deletion is complete. The sentence about the law stands in every such mail, so that it tells nobody whether an item of
 * theirs is held.
 */
export function accountDeletedMail({ to }: { to: string }): Mail {
  const subject = 'Your account was deleted';
  return layoutMail(to, {
    subject,
    greeting: subject,
    parts: [
      { text: 'The deletion that you asked for is complete: your sign-in, and what was yours alone, are gone.' },
      {
        text:
          'Kept are only what the law makes the operator of this server keep ' +
          '(invoices of what you paid for, as they were written, among it), ' +
          'a security log with network addresses but without your name and mail address (365 days), ' +
          'and a mark that the free trial was used, from which your mail address cannot be read.',
      },
    ],
    footer: 'This is the last mail that you get from us about this account.',
  });
}
