import { AppError, type Checker, type CheckerChange, type CheckerInput, limits } from '@clearframe/contract';
import { and, asc, count, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { account, checker } from '../../db/schema.ts';
import type { Authorized } from '../../security/authorized.ts';
import type { Client } from '../../security/client-address.ts';
import { randomToken, sha256 } from '../../security/secrets.ts';
import { recordSecurityEvent, type SecurityEventInput } from '../../security/security-events.ts';

export type CheckerRow = typeof checker.$inferSelect;
type CheckerContext = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'secrets'>;
/** Who changes a checker, and from where. */
export type CheckerOwner = { accountId: string; userId: string; client: Client };

const secretPrefix = 'chk_';

function openSecret({ log, secrets }: CheckerContext, { id, secretSealed }: CheckerRow): string {
  try {
    return secrets.open('checker', secretSealed);
  } catch {
    log.warn({ checkerId: id }, 'a checker cannot be shown: its key is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS');
    return '';
  }
}

/** @param isWhole false = the first 20 characters of the secret, and no more of the address */
function view(context: CheckerContext, row: CheckerRow, isWhole: boolean): Checker {
  const whole = openSecret(context, row);
  const secret = isWhole ? whole : whole.slice(0, limits.tokenShownLength);
  return {
    id: row.id,
    name: row.name,
    reject_status: row.rejectStatus,
    on_error: row.onError,
    on_review: row.onReview,
    keep: row.keep,
    timeout_ms: row.timeoutMs,
    allow_from: row.allowFrom,
    video_max_seconds: row.videoMaxSeconds,
    is_active: row.isActive,
    secret,
    url: `${context.config.publicUrl}/api/check/${secret}`,
    withheld: !isWhole,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

type Columns = Omit<CheckerRow, 'id' | 'accountId' | `secret${string}` | `old${string}` | 'createdAt' | 'lastUsedAt'>;

const columnsOf = (input: CheckerInput): Columns => ({
  name: input.name,
  rejectStatus: input.reject_status,
  onError: input.on_error,
  onReview: input.on_review,
  keep: input.keep,
  timeoutMs: input.timeout_ms,
  allowFrom: input.allow_from,
  videoMaxSeconds: input.video_max_seconds,
  isActive: input.is_active,
});

function newSecret({ secrets }: Pick<Context, 'secrets'>) {
  const secret = `${secretPrefix}${randomToken()}`;
  return { secretHash: sha256(secret), secretSealed: secrets.seal('checker', secret) };
}

/** The account's checkers, oldest first. @param isWhole whether their secrets are shown */
export async function listCheckers(context: CheckerContext, accountId: string, isWhole: boolean): Promise<Checker[]> {
  const rows = await context.db
    .select()
    .from(checker)
    .where(eq(checker.accountId, accountId))
    .orderBy(asc(checker.createdAt), checker.id);
  return rows.map((row) => view(context, row, isWhole));
}

/** The row of that id, whoever owns it; to be passed through `authorize`. */
export async function findChecker({ db }: Pick<Context, 'db'>, id: string): Promise<CheckerRow | undefined> {
  const [row] = await db.select().from(checker).where(eq(checker.id, id));
  return row;
}

/** @throws AppError checkers_full */
export async function createChecker(context: CheckerContext, owner: CheckerOwner, input: CheckerInput): Promise<Checker> {
  const { accountId } = owner;
  const now = context.clock.now();
  const made = await context.db.transaction(async (tx) => {
    // One at a time, or parallel ones would count the same and pass the limit together.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    const [held] = await tx.select({ checkers: count() }).from(checker).where(eq(checker.accountId, accountId));
    if (!held || held.checkers >= limits.checkersMax) throw new AppError('checkers_full');
    const values = { accountId, ...columnsOf(input), ...newSecret(context), createdAt: now };
    const rows = await tx.insert(checker).values(values).returning();
    for (const { id } of rows) await recordSecurityEvent(tx, eventOf(owner, 'checker.created', id, now));
    return rows;
  });
  return shown(context, made, true);
}

const eventOf = (
  { accountId, userId, client }: CheckerOwner,
  kind: SecurityEventInput['kind'],
  id: string,
  at: Date,
): SecurityEventInput => ({
  kind,
  accountId,
  userId,
  client,
  subject: { type: 'checker', id },
  at,
});

/** The one row that a change left. @throws AppError checker_not_found: deleted meanwhile */
function shown(context: CheckerContext, [row]: CheckerRow[], isWhole: boolean): Checker {
  if (!row) throw new AppError('checker_not_found');
  return view(context, row, isWhole);
}

/** Changes the given fields alone; the security log says so, and what is answered without a verdict. @throws AppError checker_not_found */
export async function updateChecker(
  context: CheckerContext,
  row: Authorized<CheckerRow>,
  { change, owner, isWhole }: { change: CheckerChange; owner: CheckerOwner; isWhole: boolean },
): Promise<Checker> {
  const { name, is_active: isActive, on_error: onError, keep } = change;
  const { reject_status: rejectStatus, on_review: onReview, timeout_ms: timeoutMs } = change;
  const { allow_from: allowFrom, video_max_seconds: videoMaxSeconds } = change;
  const given = { name, isActive, onError, keep, rejectStatus, onReview, timeoutMs, allowFrom, videoMaxSeconds };
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(values).length === 0) return view(context, row, isWhole);
  const rows = await context.db.transaction(async (tx) => {
    const event = eventOf(owner, 'checker.changed', row.id, context.clock.now());
    await recordSecurityEvent(tx, onError === undefined ? event : { ...event, detail: `on_error ${onError}` });
    return await tx.update(checker).set(values).where(eq(checker.id, row.id)).returning();
  });
  return shown(context, rows, isWhole);
}

/** Gives it another address. The one before works for a day more, unless it is rotated again. @throws AppError checker_not_found */
export async function rotateChecker(context: CheckerContext, row: Authorized<CheckerRow>, owner: CheckerOwner): Promise<Checker> {
  const now = context.clock.now();
  const oldSecretUntil = new Date(now.getTime() + limits.checkerOldSecretMs);
  const rows = await context.db.transaction(async (tx) => {
    await recordSecurityEvent(tx, eventOf(owner, 'checker.rotated', row.id, now));
    return await tx
      .update(checker)
      .set({ ...newSecret(context), oldSecretHash: sql`${checker.secretHash}`, oldSecretUntil })
      .where(eq(checker.id, row.id))
      .returning();
  });
  return shown(context, rows, true);
}

/** The next call of its address is refused. */
export async function deleteChecker(context: CheckerContext, row: Authorized<CheckerRow>, owner: CheckerOwner): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.delete(checker).where(eq(checker.id, row.id));
    await recordSecurityEvent(tx, eventOf(owner, 'checker.deleted', row.id, context.clock.now()));
  });
}

const wellFormed = /^chk_[A-Za-z0-9_-]{43}$/;

/** The active checker of a secret that works now, and notes to the minute that it was used. */
export async function findBySecret({ clock, db }: Pick<Context, 'clock' | 'db'>, secret: string): Promise<CheckerRow | null> {
  if (!wellFormed.test(secret)) return null;
  const hash = sha256(secret);
  const now = clock.now();
  const isOld = and(eq(checker.oldSecretHash, hash), sql`${checker.oldSecretUntil} > ${now.toISOString()}`);
  const [row] = await db
    .select()
    .from(checker)
    .where(and(or(eq(checker.secretHash, hash), isOld), eq(checker.isActive, true)));
  return row ?? null;
}

/** One write a minute, however often it is called. */
export async function touchChecker({ clock, db }: Pick<Context, 'clock' | 'db'>, { id }: CheckerRow): Promise<void> {
  const now = clock.now();
  const isOld = or(isNull(checker.lastUsedAt), lte(checker.lastUsedAt, new Date(now.getTime() - 60_000)));
  await db
    .update(checker)
    .set({ lastUsedAt: now })
    .where(and(eq(checker.id, id), isOld));
}
