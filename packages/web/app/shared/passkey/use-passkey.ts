import { type Passkey, passkeysEndpoints, type User } from '@clearframe/contract';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { call } from '../api/api.ts';
import { PasskeyFault } from '../api/passkey-fault.ts';

/** The browser says little on purpose: a person who cancelled looks like one who has no passkey. */
function faultOf(error: unknown): PasskeyFault {
  const cause = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'InvalidStateError') return new PasskeyFault('This device already has a passkey for you.', { cause });
  if (name === 'NotAllowedError') return new PasskeyFault('No passkey used: cancelled or timed out.', { cause });
  return new PasskeyFault('The browser could not use a passkey here.', { cause });
}

async function asked<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw faultOf(error);
  }
}

/** Signs in with whichever passkey the person chooses. @throws PasskeyFault, ClearframeError */
export async function signInWithPasskey(): Promise<User> {
  const { options } = await call(passkeysEndpoints.startPasskeySignIn);
  const response = await asked(startAuthentication({ optionsJSON: options }));
  return (await call(passkeysEndpoints.signInWithPasskey, { body: { response } })).user;
}

/** Proves with one's own passkey who one is. @throws PasskeyFault, ClearframeError */
export async function confirmWithPasskey(): Promise<void> {
  const { options } = await call(passkeysEndpoints.startPasskeyConfirm);
  const response = await asked(startAuthentication({ optionsJSON: options }));
  await call(passkeysEndpoints.confirmWithPasskey, { body: { response } });
}

/** Has the browser make a passkey. @throws PasskeyFault, ClearframeError */
export async function addPasskey(name: string): Promise<Passkey> {
  const { options } = await call(passkeysEndpoints.startPasskey);
  const response = await asked(startRegistration({ optionsJSON: options }));
  return (await call(passkeysEndpoints.addPasskey, { body: { name, response } })).passkey;
}
