import { AppError, limits } from '@clearframe/contract';
import { type AnyColumn, and, eq, inArray, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { deleteSome } from '../db/delete-some.ts';
import { idempotency, media } from '../db/schema.ts';
import { hasEnded } from '../presence/processes.ts';

/**
 * A request that has run this long will never end, although its process lives: the time that it may take to arrive, 70 s at most to fetch a
 * file from its address, 55 s at most to wait for a verdict, and some to answer.
 */
export const idempotencyStaleMs = limits.uploadArrivalMs + 140_000;
/** How soon it is worth asking again while the first request runs. */
const retryAfterMs = 2_000;

/** The right to run one request. Every later step checks it, so that a claim which was taken over changes nothing. */
export type IdempotencyClaim = { accountId: string; route: string; key: string; claimedAt: Date; processId: string | null };

/** Hash of what was sent first under the key; null when that was not known yet. And what was read beside the claim, if it was made. */
type Known = { bodyHash: string | null; beside?: unknown };

export type Begun =
  /** Run the request, then finish or abandon it. */
  | ({ kind: 'new'; claim: IdempotencyClaim } & Known)
  /** The process that ran it died after the item was stored: answer with the item, then finish. */
  | ({ kind: 'resume'; claim: IdempotencyClaim; mediaId: string } & Known)
  /** It ran: give the same answer. `answer` is what {@link finishIdempotent} was given, after a way through JSON. */
  | ({ kind: 'replay'; status: number; answer: unknown; mediaId: string | null } & Known);

export type BeginOptions = {
  accountId: string;
  /** Method and path of the endpoint, such as `POST /media/upload`. */
  route: string;
  key: string;
  /** SHA-256 of what makes the request, when it is known before the body is read; else see {@link matchBody}. */
  bodyHash?: string;
  now: Date;
  /** Who runs it: once that process is silent for 20 s, whoever repeats the request takes it over. */
  processId?: string;
  /** A value that the claiming statement reads as well. */
  beside?: SQL;
};

const rowOf = ({ accountId, route, key }: Pick<BeginOptions, 'accountId' | 'route' | 'key'>) =>
  and(eq(idempotency.accountId, accountId), eq(idempotency.route, route), eq(idempotency.key, key));

const claimed = (claim: IdempotencyClaim) =>
  and(
    rowOf(claim),
    eq(idempotency.createdAt, claim.claimedAt),
    // Two machines may have claimed it at the same millisecond of a clock.
    claim.processId === null ? isNull(idempotency.processId) : eq(idempotency.processId, claim.processId),
    isNull(idempotency.finishedAt),
  );

const orNull = (bodyHash: string): string | null => (bodyHash === '' ? null : bodyHash);

function requireSame(known: string | null, given: string | undefined): void {
  if (known !== null && given !== undefined && known !== given) throw new AppError('idempotency_mismatch');
}

/** The claim that {@link beginIdempotent} makes where it makes one. */
export const claimOf = ({ accountId, route, key, now, processId }: BeginOptions): IdempotencyClaim => ({
  accountId,
  route,
  key,
  processId: processId ?? null,
  claimedAt: now,
});

/**
 * Claims a key of an account and route, kept 24 h: of any number of parallel requests exactly one is `new`.
 * @throws AppError idempotency_running (409, the first still runs), idempotency_mismatch (422, another body)
 */
export async function beginIdempotent(db: Db | Tx, options: BeginOptions): Promise<Begun> {
  const { accountId, route, key, now, bodyHash, processId = null, beside = sql`null` } = options;
  const claim = claimOf(options);
  const before = (ageMs: number) => lte(idempotency.createdAt, new Date(now.getTime() - ageMs));
  const isLeft = sql`${before(idempotencyStaleMs)} or ${hasEnded(idempotency.processId)}`;
  // Another body is refused below, and takes nothing over: nobody would end that claim.
  const isSame = bodyHash === undefined ? sql`true` : inArray(idempotency.bodyHash, ['', bodyHash]);
  // Over 24 h old, and not yet swept: nothing of it counts any more.
  const isOver = before(limits.idempotencyKeptMs);
  const unlessOver = (kept: AnyColumn, otherwise: SQL = sql`null`) => sql`case when ${isOver} then ${otherwise} else ${kept} end`;
  const [taken] = await db
    .insert(idempotency)
    .values({ accountId, route, key, bodyHash: bodyHash ?? '', createdAt: now, processId })
    .onConflictDoUpdate({
      target: [idempotency.accountId, idempotency.route, idempotency.key],
      set: {
        createdAt: now,
        processId,
        bodyHash: unlessOver(idempotency.bodyHash, sql`excluded.body_hash`),
        mediaId: unlessOver(idempotency.mediaId),
        answerStatus: unlessOver(idempotency.answerStatus),
        answer: unlessOver(idempotency.answer),
        finishedAt: unlessOver(idempotency.finishedAt),
      },
      setWhere: sql`${isOver} or (${isNull(idempotency.finishedAt)} and ${isSame} and (${isLeft}))`,
    })
    .returning({ mediaId: idempotency.mediaId, bodyHash: idempotency.bodyHash, beside: sql<unknown>`${beside}` });
  if (taken) {
    const known = orNull(taken.bodyHash);
    requireSame(known, bodyHash);
    return taken.mediaId
      ? { kind: 'resume', claim, mediaId: taken.mediaId, bodyHash: known }
      : { kind: 'new', claim, bodyHash: known, beside: taken.beside };
  }
  const [row] = await db.select().from(idempotency).where(rowOf(options));
  if (row) requireSame(orNull(row.bodyHash), bodyHash);
  // No row: the first was refused just now and freed the key; the caller may ask again.
  if (!row?.finishedAt) throw new AppError('idempotency_running', { retryAfterMs });
  return {
    kind: 'replay',
    status: row.answerStatus ?? 200,
    answer: row.answer,
    mediaId: row.mediaId,
    bodyHash: orNull(row.bodyHash),
  };
}

/**
 * The second step for a body that is known only after reading. {@link attachingMedia} remembers its hash.
 * @throws AppError idempotency_mismatch when the key was used with another body
 */
export function matchBody(begun: Pick<Begun, 'bodyHash'>, bodyHash: string): void {
  requireSame(begun.bodyHash, bodyHash);
}

/** Another request took the claim over: what was done by it must be rolled back. */
export const claimGone = () => new AppError('idempotency_running', { detail: 'the claim was taken over', retryAfterMs });

/** An item that is stored under a key. `answeredAt` ends the claim at once: its caller is told 202, without a verdict. */
type Attached = { claim: IdempotencyClaim; mediaId: string; bodyHash: string; answeredAt?: Date };

/** {@link attachingMedia} for several: it gives a row for each claim that still stands. */
export function attachingAll(attached: readonly Attached[]): SQL {
  const said = attached.map(({ claim: { accountId, route, key, claimedAt, processId }, mediaId, bodyHash, answeredAt }) => ({
    account_id: accountId,
    route,
    key,
    claimed_at: claimedAt,
    process_id: processId,
    media_id: mediaId,
    body_hash: bodyHash,
    answered_at: answeredAt,
  }));
  return sql`update ${idempotency} as kept set media_id = said.media_id, body_hash = said.body_hash,
      answer_status = case when said.answered_at is null then kept.answer_status else 202 end,
      answer = case when said.answered_at is null then kept.answer end,
      finished_at = said.answered_at
    from json_to_recordset(${JSON.stringify(said)}::json) as said (account_id uuid, route text, key text, claimed_at timestamptz,
      process_id uuid, media_id uuid, body_hash text, answered_at timestamptz)
    where kept.account_id = said.account_id and kept.route = said.route and kept.key = said.key and kept.created_at = said.claimed_at
      and kept.process_id is not distinct from said.process_id and kept.finished_at is null returning 1`;
}

/**
 * The statement that ties the stored item to the key, in the transaction that stores it: a repeat after a crash finds the item instead of
 * making a second. It gives no row where the claim is gone: then {@link claimGone}.
 */
export function attachingMedia(tx: Tx, claim: IdempotencyClaim, { mediaId, bodyHash, answeredAt }: Omit<Attached, 'claim'>) {
  const answer = answeredAt ? { answerStatus: 202, answer: null, finishedAt: answeredAt } : {};
  return tx
    .update(idempotency)
    .set({ mediaId, bodyHash, ...answer })
    .where(claimed(claim))
    .returning({ key: idempotency.key });
}

type Finished = { status: number; answer: unknown; now: Date };

/** The statement of {@link finishIdempotent}. It gives no row where the claim is gone: then {@link claimGone}. */
export function finishing(db: Db | Tx, claim: IdempotencyClaim, { status, answer, now }: Finished) {
  const set = { answerStatus: status, answer, finishedAt: now };
  return db.update(idempotency).set(set).where(claimed(claim)).returning({ key: idempotency.key });
}

/**
 * Keeps the answer for repeats; in the transaction of the work itself where there is one.
 * @throws AppError idempotency_running when another request took the claim over
 */
export async function finishIdempotent(db: Db | Tx, claim: IdempotencyClaim, finished: Finished): Promise<void> {
  if ((await finishing(db, claim, finished)).length === 0) throw claimGone();
}

/**
 * Ends a claim without an answer, for a request that was refused or failed. The key is free again; where the request
 * had stored its item (and the item is still there), the next request with the key goes on with that item at once.
 */
export async function abandonIdempotent(db: Db | Tx, claim: IdempotencyClaim): Promise<void> {
  const stored = db.select({ id: media.id }).from(media).where(eq(media.id, idempotency.mediaId));
  await db.delete(idempotency).where(and(claimed(claim), notExists(stored)));
  const takeable = new Date(claim.claimedAt.getTime() - idempotencyStaleMs);
  await db.update(idempotency).set({ createdAt: takeable }).where(claimed(claim));
}

/** Removes keys older than 24 h. Returns how many. */
export async function sweepIdempotency(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const old = new Date(now.getTime() - limits.idempotencyKeptMs);
  return await deleteSome(db, idempotency, lte(idempotency.createdAt, old), signal);
}
