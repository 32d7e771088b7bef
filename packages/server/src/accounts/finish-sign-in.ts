import { AppError, type ErrorCode, type TwoStepMethod } from '@clearframe/contract';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import type { user } from '../db/schema.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { IssuedToken } from './issued-token.ts';
import { lockPerson } from './lock-person.ts';
import { accountForSignIn } from './own-account.ts';
import { createSession, type IssuedSession } from './sessions.ts';
import { openChallenge } from './sign-in-challenge.ts';
import { hasSecondStep } from './two-step/has-second-step.ts';

export type Person = typeof user.$inferSelect;
export type SignedIn = { user: Person; session: IssuedSession };
/** The first step was right; the cookie lets this browser take the second. */
export type SecondStep = { user: null; challenge: IssuedToken; methods: TwoStepMethod[] };

type Proof = {
  client: Client;
  /** What was proved, for the security log. */
  by: 'password' | 'authenticator app' | 'recovery code' | 'passkey';
};

/** What somebody reads who was deleted on the way: the same as whoever is unknown. */
const refusals: Record<Proof['by'], ErrorCode> = {
  password: 'credentials_wrong',
  'authenticator app': 'two_step_gone',
  'recovery code': 'two_step_gone',
  passkey: 'passkey_refused',
};

/**
 * Signs in a person who has an account. Every way in ends here, so that none passes by the second step: after a password alone
 * the person gets no session when an authenticator app is registered.
 */
export async function finishSignIn(tx: Tx, context: Context, person: Person, proof: Proof): Promise<SignedIn | SecondStep> {
  if (proof.by !== 'password' || !(await hasSecondStep(tx, person.id))) return openSession(tx, context, person, proof);
  const now = context.clock.now();
  const challenge = await openChallenge(tx, { kind: 'two_step', userId: person.id, challenge: null, now });
  return { user: null, challenge, methods: ['authenticator', 'recovery_code'] };
}

/**
 * The session of a person who proved everything that is asked of them. Only the last step of a sign-in may call it.
 * @throws AppError the refusal of that step when the person is gone, or being deleted
 */
export async function openSession(tx: Tx, { clock }: Context, person: Person, { client, by }: Proof): Promise<SignedIn> {
  if (!(await lockPerson(tx, person.id))) throw new AppError(refusals[by], { detail: 'the person is gone' });
  const now = clock.now();
  const ids = { userId: person.id, accountId: await accountForSignIn(tx, person.id, now) };
  const session = await createSession(tx, { ...ids, client, now });
  await recordSecurityEvent(tx, {
    kind: 'login.succeeded',
    ...ids,
    ...(by === 'password' ? {} : { detail: by }),
    client,
    at: now,
  });
  return { user: person, session };
}
