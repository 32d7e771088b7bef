import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

/** The link that sets a new password (AUTH-13, AUTH-14). */
export function resetMail({ to, url, minutes }: { to: string; url: string; minutes: number }): Mail {
  return layoutMail(to, {
    subject: 'Set a new Clearframe password',
    greeting: 'Set a new password',
    parts: [
      { text: 'Somebody, probably you, asked for a new password for this address. Set one with this link:' },
      { label: 'Set a new password', url },
      { text: `It works once within ${minutes} minutes. A newer link replaces it.` },
    ],
    footer: 'Didn’t ask for it? You can ignore this email. Your password stays the same.',
  });
}
