import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

/** The link that sets a new password (AUTH-13, AUTH-14). */
export function resetMail({ to, url, minutes }: { to: string; url: string; minutes: number }): Mail {
  return layoutMail(to, {
    subject: 'Set a new Clearframe password',
    greeting: 'Set a new password',
    parts: [
      { text: 'Somebody, probably you, asked for a new password for the account with this address. This link sets one:' },
      { label: 'Set a new password', url },
      { text: `It is good for ${minutes} minutes and can be used once. A newer link of this kind voids it.` },
    ],
    footer: 'You did not ask for it? Then there is nothing to do: without the link your password stays as it is.',
  });
}
