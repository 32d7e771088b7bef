import { createHash, createHmac } from 'node:crypto';
import { AppError, type AwsKeys } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { accessToken, awsKey } from '../db/schema.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { Authorized } from '../security/authorized.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { type AccessTokenRow, openToken } from './access-tokens.ts';

type KeyContext = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'queue' | 'secrets'>;
type Owner = { accountId: string; userId: string; client: Client };

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The first 18 characters of RFC 4648's base32, 5 bits each. */
function shortBase32(bytes: Buffer): string {
  const bits = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: 18 }, (_, place) => base32[Number.parseInt(bits.slice(place * 5, place * 5 + 5), 2)]).join('');
}

/** The pair of keys that follows from a token, so that no other secret is stored. Source: doors-and-trust A4. */
export function awsKeysOf(token: string): Omit<AwsKeys, 'endpoint'> {
  return {
    access_key_id: `CF${shortBase32(createHash('sha256').update(`clearframe-aws-id:${token}`).digest())}`,
    secret_access_key: createHmac('sha256', token).update('clearframe-aws-secret').digest('base64url'),
  };
}

/**
 * The pair of keys of a token. From now on it can sign. The log and the owner's mailbox know of it.
 * @throws AppError token_not_found, scope_missing
 */
export async function showAwsKeys(
  context: KeyContext,
  row: Authorized<AccessTokenRow>,
  { accountId, userId, client }: Owner,
): Promise<AwsKeys> {
  if (!row.scopes.some((scope) => scope === 'check' || scope === 'upload'))
    throw new AppError('scope_missing', { message: 'This API token does not have the scope check' });
  const token = openToken(context, row);
  if (token === '') throw new AppError('token_not_found');
  const keys = awsKeysOf(token);
  await context.db.transaction(async (tx) => {
    await tx.insert(awsKey).values({ accessKeyId: keys.access_key_id, tokenId: row.id }).onConflictDoNothing();
    await recordSecurityEvent(tx, { kind: 'access_token.revealed', accountId, userId, client, at: context.clock.now() });
    const what = 'Somebody signed in to your account viewed the AWS keys of an API token.';
    await tellOwner(tx, context, { accountId, subject: 'AWS keys viewed', what });
  });
  return { ...keys, endpoint: `${context.config.publicUrl}/api/rekognition` };
}

/** The token of that name, and what it signs with; null where there is none. The token has still to be proved. */
export async function findAwsKey(
  context: Pick<Context, 'db' | 'log' | 'secrets'>,
  accessKeyId: string,
): Promise<{ token: string; secret: string } | null> {
  const [found] = await context.db
    .select({ row: accessToken })
    .from(awsKey)
    .innerJoin(accessToken, eq(accessToken.id, awsKey.tokenId))
    .where(eq(awsKey.accessKeyId, accessKeyId));
  const token = found ? openToken(context, found.row) : '';
  return token === '' ? null : { token, secret: awsKeysOf(token).secret_access_key };
}
