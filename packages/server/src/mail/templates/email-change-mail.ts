import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

/** The link that makes this the address of an account. */
export function emailChangeMail({ to, url, minutes }: { to: string; url: string; minutes: number }): Mail {
  return layoutMail(to, {
    subject: 'Confirm your new address for Clearframe',
    greeting: 'Confirm your new address',
    parts: [
      { text: 'Somebody, probably you, wants to sign in to Clearframe with this address. Confirm it with this link:' },
      { label: 'Use this address', url },
      { text: `It works once within ${minutes} minutes, in a browser where you are signed in.` },
    ],
    footer: 'Not you? You can ignore this email. Only the person who asked can use the link.',
  });
}

/** Sent instead when the address has an account: only its owner learns so (AUTH-16). */
export function addressTakenMail({ to, url }: { to: string; url: string }): Mail {
  return layoutMail(to, {
    subject: 'This address already has a Clearframe account',
    greeting: 'This address already has an account',
    parts: [
      { text: 'Somebody, probably you, wants to use this address for another account. It already has one. Nothing changed.' },
      { label: 'Sign in to it', url },
    ],
    footer: 'Not you? You can ignore this email. We told only you that this address has an account.',
  });
}
