import { type AccessToken, AppError, type CreateTokenInput, limits, type RatedPeriod, tokenScopes } from '@clearframe/contract';
import { and, count, desc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { activePeriods, hasAccess } from '../billing/periods.ts';
import type { Context } from '../context.ts';
import { accessToken, account, usagePeriod } from '../db/schema.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { Authorized } from '../security/authorized.ts';
import type { Client } from '../security/client-address.ts';
import { randomToken, sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { ProvedToken } from '../security/token-memory.ts';
import { requireStanding } from './require-standing.ts';

export type AccessTokenRow = typeof accessToken.$inferSelect;
type TokenContext = Pick<Context, 'db' | 'clock' | 'secrets' | 'log'>;
type MailingTokenContext = TokenContext & Pick<Context, 'config' | 'queue'>;
const dayMs = 24 * 3_600_000;
/** Who acts, and from where. */
type Owner = { accountId: string; userId: string; client: Client };
/** Somebody whose session must still stand when the token is stored; null for the operator's own programs. */
type Maker = Owner & { sessionId: string | null };

/** What every API token starts with, so that people and secret scanners know one. */
const accessTokenPrefix = 'cf_live_';

/**
 * The whole value; empty when it was sealed under a SECRET_KEY
 * that is not listed any more, so that such a token can still be deleted.
 */
export function openToken(
  { secrets, log }: Pick<Context, 'log' | 'secrets'>,
  { id, tokenSealed }: Pick<AccessTokenRow, 'id' | 'tokenSealed'>,
): string {
  try {
    return secrets.open('access-token', tokenSealed);
  } catch {
    log.warn({ accessTokenId: id }, 'a token cannot be shown: its key is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS');
    return '';
  }
}

type Shown = { access: boolean; isWhole: boolean };

function view(row: AccessTokenRow, context: TokenContext, { access, isWhole }: Shown): AccessToken {
  const token = openToken(context, row);
  const expired = row.expiresAt !== null && row.expiresAt <= context.clock.now();
  return {
    id: row.id,
    name: row.name,
    token: isWhole ? token : token.slice(0, limits.tokenShownLength),
    withheld: !isWhole,
    isActive: row.isActive && !expired && access,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    scopes: row.scopes,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/**
 * The account's tokens, newest first.
 * @param isWhole false = the first 20 characters of each value: a stolen session must not become access that outlives it
 */
export async function listAccessTokens(context: TokenContext, accountId: string, isWhole: boolean): Promise<AccessToken[]> {
  const rows = await context.db
    .select()
    .from(accessToken)
    .where(eq(accessToken.accountId, accountId))
    .orderBy(desc(accessToken.createdAt), accessToken.id);
  const access = await hasAccess(context.db, accountId, context.clock.now());
  return rows.map((row) => view(row, context, { access, isWhole }));
}

/**
 * Makes a token of 256 random bits. The database holds its hash for the look-up and the value sealed for the list.
 * The owner is mailed.
 * @throws AppError subscription_required, tokens_full, session_expired when the session was ended meanwhile
 */
export async function createAccessToken(
  context: MailingTokenContext,
  { accountId, userId, client, sessionId }: Maker,
  { name, scopes, expiresInDays }: CreateTokenInput,
): Promise<AccessToken> {
  const { db, clock, secrets } = context;
  const now = clock.now();
  const token = `${accessTokenPrefix}${randomToken()}`;
  const row = await db.transaction(async (tx) => {
    if (sessionId !== null) await requireStanding(tx, { userId, sessionId });
    // One creation an account at a time: otherwise parallel ones would count the same tokens and pass the limit together.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    if (!(await hasAccess(tx, accountId, now))) throw new AppError('subscription_required');
    const [held] = await tx.select({ tokens: count() }).from(accessToken).where(eq(accessToken.accountId, accountId));
    if (!held || held.tokens >= limits.tokensMax) throw new AppError('tokens_full');
    const [made] = await tx
      .insert(accessToken)
      .values({
        accountId,
        createdBy: userId,
        name,
        // Each once, in one order.
        scopes: tokenScopes.filter((scope) => scopes.includes(scope)),
        expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
        tokenHash: sha256(token),
        tokenSealed: secrets.seal('access-token', token),
        createdAt: now,
      })
      .returning();
    await recordSecurityEvent(tx, { kind: 'access_token.created', ...subjectOf(made), accountId, userId, client, at: now });
    const what = 'Anyone with the new token can use the API for your account until you delete it.';
    await tellOwner(tx, context, { accountId, subject: 'New API token', what });
    return made;
  });
  if (!row) throw new Error('The token was not stored');
  return view(row, context, { access: true, isWhole: true });
}

const subjectOf = (row: Pick<AccessTokenRow, 'id'> | undefined) => (row ? { subject: { type: 'token', id: row.id } } : {});

/** A token with its whole value, to be copied. The log and the owner's mailbox know of it. */
export async function revealAccessToken(
  context: MailingTokenContext,
  row: Authorized<AccessTokenRow>,
  { accountId, userId, client }: Owner,
): Promise<AccessToken> {
  const now = context.clock.now();
  return await context.db.transaction(async (tx) => {
    await recordSecurityEvent(tx, { kind: 'access_token.revealed', ...subjectOf(row), accountId, userId, client, at: now });
    const what = 'Somebody signed in to your account viewed a full API token.';
    await tellOwner(tx, context, { accountId, subject: 'API token viewed', what });
    return view(row, context, { access: await hasAccess(tx, accountId, now), isWhole: true });
  });
}

/** The row of that id, whoever owns it; to be passed through `authorize`. */
export async function findAccessToken({ db }: TokenContext, id: string): Promise<AccessTokenRow | undefined> {
  const [row] = await db.select().from(accessToken).where(eq(accessToken.id, id));
  return row;
}

/** Removes a token; the next request that bears it is refused. */
export async function deleteAccessToken(
  { db, clock, tokens }: TokenContext & Pick<Context, 'tokens'>,
  row: Authorized<AccessTokenRow>,
  { userId, client }: Owner,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(accessToken).where(eq(accessToken.id, row.id));
    const by = { accountId: row.accountId, userId, client, at: clock.now() };
    await recordSecurityEvent(tx, { kind: 'access_token.deleted', ...subjectOf(row), ...by });
  });
  tokens.forget(row.accountId);
}

/** The scheme in any case (RFC 9110), then a token of 256 bits as base64url. */
const bearer = /^bearer +(cf_live_[A-Za-z0-9_-]{43})$/i;

/** The token of that hash, if it is switched on, with the periods by which its account is limited. One statement. */
async function findProved({ db, clock }: Pick<Context, 'clock' | 'db'>, tokenHash: string): Promise<ProvedToken | null> {
  const period = sql`json_build_object('planId', ${usagePeriod.planId}, 'frames', ${usagePeriod.allowance})`;
  const periods = sql<RatedPeriod[]>`(select coalesce(json_agg(${period}), '[]') from ${usagePeriod}
    where ${activePeriods(accessToken.accountId, clock.now())})`;
  const { id, accountId, name, scopes, expiresAt, lastUsedAt } = accessToken;
  const [row] = await db
    .select({ id, accountId, name, scopes, expiresAt, lastUsedAt, periods })
    .from(accessToken)
    .where(and(eq(accessToken.tokenHash, tokenHash), eq(accessToken.isActive, true)));
  return row ?? null;
}

/**
 * The token that an Authorization header bears. An account whose period ended is let in, so that the upload can say
 * what is missing (403) and results stay readable.
 * @throws AppError api_token_invalid: none, malformed, unknown, switched off or expired
 */
export async function authenticateAccessToken(
  context: TokenContext & Pick<Context, 'live' | 'tokens'>,
  authorization: string | undefined,
): Promise<ProvedToken> {
  const refused = (detail: string) => new AppError('api_token_invalid', { detail, headers: { 'www-authenticate': 'Bearer' } });
  const [, token] = bearer.exec(authorization ?? '') ?? [];
  if (!token) throw refused('no bearer token');
  const hash = sha256(token);
  const proved = await context.tokens.of(hash, () => findProved(context, hash));
  if (!proved) throw refused('unknown token, or switched off');
  if (proved.expiresAt !== null && proved.expiresAt <= context.clock.now()) throw refused('token expired');
  await touch(context, proved);
  return proved;
}

/** How exact `lastUsedAt` is: one write a minute, however many requests bear the token. */
const lastUsedStepMs = 60_000;

/** Told by the statement that writes it, so that pages of the account show it. */
async function touch({ db, clock, live }: TokenContext & Pick<Context, 'live'>, token: ProvedToken): Promise<void> {
  const now = clock.now();
  const old = new Date(now.getTime() - lastUsedStepMs);
  if (token.lastUsedAt !== null && token.lastUsedAt > old) return;
  // Whoever bears it meanwhile need not write too.
  token.lastUsedAt = now;
  // Checked again in the statement: of many requests at once only one writes.
  const isOld = or(isNull(accessToken.lastUsedAt), lte(accessToken.lastUsedAt, old));
  await db
    .update(accessToken)
    .set({ lastUsedAt: now })
    .where(and(eq(accessToken.id, token.id), isOld))
    .returning({ told: live.notices([{ accountId: token.accountId, event: { type: 'token.updated' } }]) });
}
