import { limits } from '@clearframe/contract';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { signInChallenge } from '../db/schema.ts';
import { randomToken, sha256 } from '../security/secrets.ts';
import type { IssuedToken } from './issued-token.ts';

export type SignInChallenge = typeof signInChallenge.$inferSelect;
export type ChallengeKind = SignInChallenge['kind'];

type Opening = {
  kind: ChallengeKind;
  /** Whom it is bound to; null = whoever the passkey belongs to. */
  userId: string | null;
  /** What a passkey has to sign, base64url. */
  challenge: string | null;
  now: Date;
};

/** Remembers what this browser was asked to prove. @returns the secret for its cookie, stored only as a hash */
export async function openChallenge(db: Db | Tx, { kind, userId, challenge, now }: Opening): Promise<IssuedToken> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + limits.signInChallengeLifeMs);
  await db.insert(signInChallenge).values({ kind, userId, challenge, secretHash: sha256(token), expiresAt, createdAt: now });
  return { token, expiresAt };
}

/** Takes a challenge for its one use: of parallel requests one gets it. Null when there is none of that kind, or its time is up. */
export async function takeChallenge(
  db: Db,
  { kind, secret, now }: { kind: ChallengeKind; secret: string | undefined; now: Date },
): Promise<SignInChallenge | null> {
  if (!secret) return null;
  const [taken] = await db
    .delete(signInChallenge)
    .where(and(eq(signInChallenge.secretHash, sha256(secret)), eq(signInChallenge.kind, kind)))
    .returning();
  return taken && taken.expiresAt > now ? taken : null;
}

/**
 * Counts a try of the second step before the code is looked at, in one statement, so that parallel tries cannot pass together.
 * Null when there is no such sign-in, its time is up or its tries are.
 */
export async function countTry(db: Db, secret: string | undefined, now: Date): Promise<SignInChallenge | null> {
  if (!secret) return null;
  const [counted] = await db
    .update(signInChallenge)
    .set({ attempts: sql`${signInChallenge.attempts} + 1` })
    .where(
      and(
        eq(signInChallenge.secretHash, sha256(secret)),
        eq(signInChallenge.kind, 'two_step'),
        gt(signInChallenge.expiresAt, now),
        lt(signInChallenge.attempts, limits.twoStepTries),
      ),
    )
    .returning();
  return counted ?? null;
}

/** Ends a sign-in that waits for its second step. @returns false when another request ended it first */
export async function closeChallenge(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx.delete(signInChallenge).where(eq(signInChallenge.id, id)).returning({ id: signInChallenge.id });
  return gone.length > 0;
}
