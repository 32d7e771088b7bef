import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { user } from '../../db/schema.ts';
import type { Client } from '../../security/client-address.ts';
import { type Asker, confirmSession } from '../confirm.ts';
import { openSession, type SignedIn } from '../finish-sign-in.ts';
import { checkPasskey, type PasskeyAnswer } from './check-passkey.ts';

/**
 * Signs in with a passkey alone. It is two steps in one: something that the person has, which itself asked for a finger, a face
 * or a PIN (docs/decisions/024).
 * @throws AppError passkey_refused
 */
export async function signInWithPasskey(context: Context, answer: PasskeyAnswer, client: Client): Promise<SignedIn> {
  const userId = await checkPasskey(context, { kind: 'passkey_sign_in', userId: null }, answer, client);
  const [person] = await context.db.select().from(user).where(eq(user.id, userId));
  if (!person) throw new AppError('passkey_refused', { detail: 'the person is gone' });
  return context.db.transaction((tx) => openSession(tx, context, person, { client, by: 'passkey' }));
}

/** Confirms who one is with one's own passkey. @throws AppError passkey_refused, unauthenticated */
export async function confirmWithPasskey(context: Context, asker: Asker, answer: PasskeyAnswer, client: Client): Promise<void> {
  const { userId } = asker;
  if (!userId) throw new AppError('unauthenticated');
  await checkPasskey(context, { kind: 'passkey_confirm', userId }, answer, client);
  await confirmSession(context, asker, client);
}
