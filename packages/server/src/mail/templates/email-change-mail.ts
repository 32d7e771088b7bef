import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

/** The link that makes this the address of an account. */
export function emailChangeMail({ to, url, minutes }: { to: string; url: string; minutes: number }): Mail {
  return layoutMail(to, {
    subject: 'Confirm your new address for Clearframe',
    greeting: 'Confirm your new address',
    parts: [
      { text: 'Somebody, probably you, wants to sign in to Clearframe with this address from now on. This link makes it so:' },
      { label: 'Use this address', url },
      { text: `It is good for ${minutes} minutes and can be used once, in a browser where you are signed in.` },
    ],
    footer: 'It was not you? Then there is nothing to do: only who asked for it can use the link.',
  });
}

/** Sent instead when the address has an account: only its owner learns so (AUTH-16). */
export function addressTakenMail({ to, url }: { to: string; url: string }): Mail {
  return layoutMail(to, {
    subject: 'This address has a Clearframe account already',
    greeting: 'This address has an account already',
    parts: [
      { text: 'Somebody, probably you, wants to use this address for another account. It has one already. Nothing was changed.' },
      { label: 'Sign in to it', url },
    ],
    footer: 'It was not you? Then there is nothing to do: nobody but you was told that this address has an account.',
  });
}
