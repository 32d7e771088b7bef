import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';

/** Sent instead of a code when the address has an account: only its owner learns so (AUTH-16). */
export function accountExistsMail({ to, url }: { to: string; url: string }): Mail {
  return layoutMail(to, {
    subject: 'You already have a Clearframe account',
    greeting: 'You already have an account',
    parts: [
      { text: 'Somebody, probably you, tried to register with this address, which already has an account. Nothing was changed.' },
      { label: 'Sign in', url },
    ],
    footer: 'It was not you? Then there is nothing to do: nobody but you was told that this address has an account.',
  });
}
