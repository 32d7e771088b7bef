import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Db, Tx } from '../../db/client.ts';
import { totp } from '../../db/schema.ts';
import type { Secrets } from '../../security/secrets.ts';

/** What every authenticator app knows: RFC 6238 with its defaults. A secret has 160 bits, as RFC 4226 §4 recommends. */
const parameters = { issuer: 'Clearframe', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** A phone's clock may be half a minute off, or the person slow: one step before and after is taken too (RFC 6238 §5.2). */
const window = 1;

const stepOf = (now: Date) => Math.floor(now.getTime() / 1000 / parameters.period);

/** A fresh secret, as base32 text. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The otpauth:// address that authenticator apps read from a QR code. */
export function secretUri(secret: string, email: string): string {
  return new TOTP({ ...parameters, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The 30-second step that a code belongs to, counted since 1970; null when it is not a code of these minutes. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const app = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const delta = app.validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? null : stepOf(now) + delta;
}

/**
 * Takes a code of the person's authenticator app for its one use: neither it nor an older one is taken again, not in parallel either.
 * @returns whether it was right and fresh
 */
export async function takeCode(
  db: Db | Tx,
  secrets: Secrets,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const registered = and(eq(totp.userId, userId), isNotNull(totp.confirmedAt));
  const [app] = await db.select({ sealed: totp.secretSealed }).from(totp).where(registered);
  if (!app) return false;
  const step = stepOfCode(secrets.open('two-step', app.sealed), code, now);
  if (step === null) return false;
  const fresh = or(isNull(totp.lastStep), lt(totp.lastStep, step));
  const taken = await db
    .update(totp)
    .set({ lastStep: step })
    .where(and(registered, eq(totp.secretSealed, app.sealed), fresh))
    .returning({ userId: totp.userId });
  return taken.length > 0;
}
