import { AppError, limits, type Passkey, type PasskeyCreated, type PasskeyCreation } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { passkey } from '../../db/schema.ts';
import type { Client } from '../../security/client-address.ts';
import { randomToken } from '../../security/secrets.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import type { IssuedToken } from '../issued-token.ts';
import { lockPerson } from '../lock-person.ts';
import { openChallenge, takeChallenge } from '../sign-in-challenge.ts';
import type { Owner } from '../two-step/authenticator.ts';
import { notifyOwner } from '../two-step/notify-owner.ts';
import { findUser } from '../users.ts';
import { knownCredential, knownTransports, userHandleOf } from './known-credential.ts';
import { passkeysOf, passkeyView } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ES256, RS256: what every authenticator of today has one of. */
const algorithms = [-8, -7, -257];

/** 28 MB of parsers that most servers never need: loaded with the first passkey. */
export const webAuthn = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** What the browser is to be asked, and the cookie that its answer comes back with. */
export type Asked<Options> = { options: Options; cookie: IssuedToken };

/** Begins the registration of a passkey. @throws AppError passkeys_full */
export async function startPasskey(
  { db, clock }: Context,
  { userId }: Owner,
  party: RelyingParty,
): Promise<Asked<PasskeyCreation>> {
  const { email, name } = await findUser(db, userId);
  const present = await passkeysOf(db, userId);
  if (present.length >= limits.passkeysMax) throw new AppError('passkeys_full');
  const challenge = randomToken();
  const cookie = await openChallenge(db, { kind: 'passkey_register', userId, challenge, now: clock.now() });
  const options: PasskeyCreation = {
    challenge,
    rp: { id: party.id, name: 'Clearframe' },
    // The id, as authenticators store it: nothing about the person (WebAuthn §14.6.1).
    user: { id: userHandleOf(userId), name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: limits.signInChallengeLifeMs,
    excludeCredentials: present.map(knownCredential),
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
    attestation: 'none',
  };
  return { options, cookie };
}

/**
 * No statement about the maker was asked for. One with certificates would have the library check them, and for that fetch the
 * revocation list from whatever address the certificate names.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await helpers();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const fmt = decoded.get('fmt');
  const isSelfSigned = fmt === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (fmt !== 'none' && !isSelfSigned) throw new Error(`an attestation of the kind ${fmt}`);
}

async function verify({ id, rawId, response }: PasskeyCreated, challenge: string, party: RelyingParty) {
  try {
    await refuseCertificates(response.attestationObject);
    const { verifyRegistrationResponse } = await webAuthn();
    const { clientDataJSON, attestationObject } = response;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) throw new Error('the signature is wrong');
    return registrationInfo;
  } catch (cause) {
    throw new AppError('passkey_refused', { cause, detail: cause instanceof Error ? cause.message : String(cause) });
  }
}

type Addition = { name: string; response: PasskeyCreated; cookie: string | undefined; party: RelyingParty };

/**
 * Stores a passkey that answers the challenge of {@link startPasskey}, in the same browser and by the same person.
 * @throws AppError passkey_refused, passkey_known, passkeys_full
 */
export async function addPasskey(context: Context, owner: Owner, addition: Addition, client: Client): Promise<Passkey> {
  const { db, clock } = context;
  const { userId, accountId } = owner;
  const { name, response, cookie, party } = addition;
  const now = clock.now();
  const asked = await takeChallenge(db, { kind: 'passkey_register', secret: cookie, now });
  if (!asked?.challenge || asked.userId !== userId) throw new AppError('passkey_refused', { detail: 'no such challenge' });
  const { credential, credentialBackedUp: backedUp } = await verify(response, asked.challenge, party);
  const { email } = await findUser(db, userId);
  return db.transaction(async (tx) => {
    // One addition of a person at a time, so that parallel ones cannot exceed the limit together.
    if (!(await lockPerson(tx, userId))) throw new AppError('unauthenticated');
    if ((await passkeysOf(tx, userId)).length >= limits.passkeysMax) throw new AppError('passkeys_full');
    const [row] = await tx
      .insert(passkey)
      .values({
        userId,
        name,
        backedUp,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: knownTransports(response.response.transports ?? []),
        createdAt: now,
      })
      .onConflictDoNothing({ target: passkey.credentialId })
      .returning();
    if (!row) throw new AppError('passkey_known');
    await recordSecurityEvent(tx, { kind: 'passkey.added', userId, accountId, client, at: now });
    const what = `The passkey “${name}” was added to your account. It signs in without the password.`;
    await notifyOwner(tx, context, { to: email, subject: 'Passkey added', what });
    return passkeyView(row);
  });
}
