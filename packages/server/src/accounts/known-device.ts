import { and, desc, eq, gt, inArray, ne, notInArray } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { knownDevice, session, user } from '../db/schema.ts';
import { randomToken, sha256 } from '../security/secrets.ts';
import type { IssuedToken } from './issued-token.ts';

/** From the last sign-in in that browser. */
const knownDeviceLifeMs = 180 * 24 * 3_600_000;
/** The browsers of a person that were used last; a program that signs in without cookies leaves one behind each time. */
const devicesMax = 20;

type Whose = { userId: string } | { emailKey: string };

/**
 * Whether this browser signed that person in before. A cookie of somebody else, a made-up one and one that is too old are none.
 * @returns the id that guards count by, or null
 */
export async function findDevice(db: Db, secret: string | undefined, whose: Whose, now: Date): Promise<string | null> {
  if (!secret) return null;
  const person = 'userId' in whose ? eq(user.id, whose.userId) : eq(user.emailKey, whose.emailKey);
  const [row] = await db
    .select({ id: knownDevice.id })
    .from(knownDevice)
    .innerJoin(user, eq(user.id, knownDevice.userId))
    .where(and(eq(knownDevice.secretHash, sha256(secret)), gt(knownDevice.expiresAt, now), person));
  return row?.id ?? null;
}

/**
 * Remembers the browser that a person proved themselves in, under a new secret: what was copied before is worth nothing. What other
 * persons have in that browser moves along.
 * @param secret of the cookie that the browser sent
 */
export async function rememberDevice(
  tx: Tx,
  { userId, secret, now }: { userId: string; secret: string | undefined; now: Date },
): Promise<IssuedToken & { id: string }> {
  const token = randomToken();
  const secretHash = sha256(token);
  const expiresAt = new Date(now.getTime() + knownDeviceLifeMs);
  if (secret)
    await tx
      .update(knownDevice)
      .set({ secretHash })
      .where(eq(knownDevice.secretHash, sha256(secret)));
  const [row] = await tx
    .insert(knownDevice)
    .values({ userId, secretHash, lastUsedAt: now, expiresAt })
    .onConflictDoUpdate({ target: [knownDevice.secretHash, knownDevice.userId], set: { lastUsedAt: now, expiresAt } })
    .returning({ id: knownDevice.id });
  if (!row) throw new Error('The device was not stored');
  // This one stays, also beside others of the same millisecond: the session that begins points to it.
  const older = tx
    .select({ id: knownDevice.id })
    .from(knownDevice)
    .where(and(eq(knownDevice.userId, userId), ne(knownDevice.id, row.id)))
    .orderBy(desc(knownDevice.lastUsedAt), knownDevice.id)
    .offset(devicesMax - 1);
  await tx.delete(knownDevice).where(inArray(knownDevice.id, older));
  return { id: row.id, token, expiresAt };
}

/** Forgets every browser of a person but the one of that session. */
export async function forgetDevices(tx: Tx, { userId, except }: { userId: string; except: string | undefined }): Promise<void> {
  const [kept] = except ? await tx.select({ id: session.knownDeviceId }).from(session).where(eq(session.id, except)) : [];
  const others = kept?.id ? notInArray(knownDevice.id, [kept.id]) : undefined;
  await tx.delete(knownDevice).where(and(eq(knownDevice.userId, userId), others));
}
