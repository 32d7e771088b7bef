import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

export type VerificationMail = { to: string; name: string; code: string; url: string; minutes: number };

/** Letters, spaces, hyphens and apostrophes: nothing that a mail program makes a link of. */
const plainName = /^[\p{L}\p{M}' -]{1,60}$/u;

/**
 * A greeting by name. Whoever registers a stranger's address also chooses the name, so a name that could carry an
 * advertisement or an address is left out.
 */
function greet(name: string): string {
  return plainName.test(name) ? `Hello ${name}` : 'Hello';
}

/** The code and the link that finish a registration (AUTH-03, AUTH-04). */
export function verificationMail({ to, name, code, url, minutes }: VerificationMail): Mail {
  return layoutMail(to, {
    // The code stays out of the subject: a locked telephone shows subjects.
    subject: 'Your Clearframe verification code',
    greeting: greet(name),
    parts: [
      { text: 'Enter this code on the page where you registered:' },
      { code },
      { text: `It works once within ${minutes} minutes. Or open this link in the same browser:` },
      { label: 'Verify this address', url },
    ],
    footer: 'Didn’t register? You can ignore this email. Without the code, there is no account.',
  });
}
