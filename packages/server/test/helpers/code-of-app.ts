import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows at that moment. */
export function codeOfApp(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
}
