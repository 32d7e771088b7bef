import { randomInt } from 'node:crypto';
import { limits } from '@clearframe/contract';
import type { Config } from '../config.ts';
import type { Mail } from '../mail/mail.ts';
import { accountExistsMail } from '../mail/templates/account-exists-mail.ts';
import { verificationMail } from '../mail/templates/verification-mail.ts';
import { randomToken, type Secrets, sha256 } from '../security/secrets.ts';

/** A fresh code and link, how they are stored, and the mail that brings them. */
export type Verification = { codeHash: string | null; linkHash: string | null; mail: Mail };

/**
 * The code as it is stored: an HMAC under a key outside the database, because a plain hash of five digits is no secret. Bound to
 * the pending cookie, so that it opens nothing else.
 */
function hashCode(secrets: Secrets, cookieHash: string, code: string): string {
  return secrets.sign('registration-code', `${cookieHash}:${code}`);
}

/** Whether that code was mailed for the registration, under the current key or the one before it. */
export function isCode(
  secrets: Secrets,
  { cookieHash, codeHash }: { cookieHash: string; codeHash: string | null },
  code: string,
) {
  return secrets.verify('registration-code', `${cookieHash}:${code}`, codeHash ?? '');
}

type Person = { name: string; email: string; cookieHash: string; hasAccount: boolean };

/** A new verification for a pending registration. An address with an account gets no code, only a mail that says so. */
export function newVerification({ config, secrets }: { config: Config; secrets: Secrets }, person: Person): Verification {
  const { name, email: to } = person;
  if (person.hasAccount)
    return { codeHash: null, linkHash: null, mail: accountExistsMail({ to, url: `${config.publicUrl}/login` }) };
  const code = String(randomInt(10 ** limits.verificationCodeLength)).padStart(limits.verificationCodeLength, '0');
  const link = randomToken();
  const url = `${config.publicUrl}/register?verify=${link}`;
  const mail = verificationMail({ to, name, code, url, minutes: limits.verificationLifeMs / 60_000 });
  return { codeHash: hashCode(secrets, person.cookieHash, code), linkHash: sha256(link), mail };
}
