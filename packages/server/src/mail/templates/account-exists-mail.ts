import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

/** Sent instead of a code when the address has an account: only its owner learns so (AUTH-16). */
export function accountExistsMail({ to, url }: { to: string; url: string }): Mail {
  return layoutMail(to, {
    subject: 'You already have a Clearframe account',
    greeting: 'You already have an account',
    parts: [
      { text: 'Somebody, probably you, tried to register with this address. It already has an account. Nothing changed.' },
      { label: 'Sign in', url },
    ],
    footer: 'Not you? You can ignore this email. We told only you that this address has an account.',
  });
}
