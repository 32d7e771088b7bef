import { AppError, limits, type PasskeyProof, type PasskeyRequest } from '@clearframe/contract';
import { and, eq, lt } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { passkey } from '../../db/schema.ts';
import type { Client } from '../../security/client-address.ts';
import { randomToken } from '../../security/secrets.ts';
import { recordSecurityEvent, type SecurityEventInput } from '../../security/security-events.ts';
import { openChallenge, takeChallenge } from '../sign-in-challenge.ts';
import { knownCredential, userHandleOf } from './known-credential.ts';
import { type PasskeyRow, passkeysOf } from './passkeys.ts';
import { type Asked, webAuthn } from './register-passkey.ts';
import type { RelyingParty } from './relying-party.ts';

/** For a sign-in anybody's passkey will do; to confirm who one is it must be one's own. */
export type Purpose = { kind: 'passkey_sign_in'; userId: null } | { kind: 'passkey_confirm'; userId: string };

/** Asks the browser for a passkey. */
export async function requestPasskey(
  { db, clock }: Context,
  purpose: Purpose,
  party: RelyingParty,
): Promise<Asked<PasskeyRequest>> {
  const present = purpose.userId === null ? [] : await passkeysOf(db, purpose.userId);
  const challenge = randomToken();
  const cookie = await openChallenge(db, { ...purpose, challenge, now: clock.now() });
  const options: PasskeyRequest = {
    challenge,
    rpId: party.id,
    timeout: limits.signInChallengeLifeMs,
    userVerification: 'required',
    allowCredentials: present.map(knownCredential),
  };
  return { options, cookie };
}

type Use = { counter: number; backedUp: boolean };

/** Checks challenge, origin, domain, presence and verification of the person, and the signature. @throws Error with the reason */
async function verify(
  known: PasskeyRow,
  { id, rawId, response }: PasskeyProof,
  challenge: string,
  party: RelyingParty,
): Promise<Use> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // 0 = the library compares no counters. We do, after the signature: a reversed one is recorded, and must not be forged.
    credential: { id: known.credentialId, publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')), counter: 0 },
  });
  if (!verified) throw new Error('the signature is wrong');
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}

/**
 * Notes the use. False when the counter did not move forward: then there is a copy of what must exist once (WebAuthn §6.1.1).
 * Key managers that copy passkeys between devices keep no counter: theirs stays 0.
 */
async function countUse({ db, clock }: Context, known: PasskeyRow, { counter, backedUp }: Use): Promise<boolean> {
  const forward = counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter);
  const used = await db
    .update(passkey)
    .set({ counter, backedUp, lastUsedAt: clock.now() })
    .where(and(eq(passkey.id, known.id), forward))
    .returning({ id: passkey.id });
  return used.length > 0;
}

/** What came back, and the cookie it came with. */
export type PasskeyAnswer = { response: PasskeyProof; cookie: string | undefined; party: RelyingParty };

/**
 * Proves that the browser holds a passkey, by the challenge that the same browser got before, which is good once.
 * @returns whose passkey it is
 * @throws AppError passkey_refused, the same for an unknown passkey as for a wrong signature
 */
export async function checkPasskey(
  context: Context,
  purpose: Purpose,
  { response, cookie, party }: PasskeyAnswer,
  client: Client,
): Promise<string> {
  const { db, clock } = context;
  const at = clock.now();
  const asked = await takeChallenge(db, { kind: purpose.kind, secret: cookie, now: at });
  if (!asked?.challenge || asked.userId !== purpose.userId)
    throw new AppError('passkey_refused', { detail: 'no such challenge' });
  const [known] = await db.select().from(passkey).where(eq(passkey.credentialId, response.id));
  const failed = purpose.userId === null ? 'login.failed' : 'session.confirm_failed';
  const refuse = async (why: string, kind: SecurityEventInput['kind'] = failed): Promise<AppError> => {
    const userId = purpose.userId ?? known?.userId;
    await recordSecurityEvent(db, { kind, ...(userId ? { userId } : {}), detail: 'passkey', client, at });
    return new AppError('passkey_refused', { detail: why });
  };
  if (!known || (purpose.userId !== null && known.userId !== purpose.userId)) throw await refuse('not registered');
  const { userHandle } = response.response;
  if (userHandle && userHandle !== userHandleOf(known.userId)) throw await refuse('the handle of somebody else');
  const use = await verify(known, response, asked.challenge, party).catch((cause: unknown) => String(cause));
  if (typeof use === 'string') throw await refuse(use);
  if (!(await countUse(context, known, use))) throw await refuse('the counter went back', 'passkey.counter_reversed');
  return known.userId;
}
