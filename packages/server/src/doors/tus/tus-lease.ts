import { AppError } from '@clearframe/contract';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { tusUpload } from '../../db/schema.ts';
import { authorize } from '../../security/authorized.ts';
import { newId } from '../../security/new-id.ts';

type LeaseContext = Pick<Context, 'db' | 'log'>;
export type TusUpload = typeof tusUpload.$inferSelect;

/** The right of one request to change an upload. */
export type TusLease = {
  /** The upload as it was when the lease began. */
  upload: TusUpload;
  /** Part of each change: it holds while nobody has taken the upload over. */
  isHeld: SQL;
  /** Aborts when somebody else has taken it over. */
  lost: AbortSignal;
  /** While it rests it is not renewed: its sender is silent and may be gone, and everything that came is stored. */
  rest(isResting: boolean): void;
  /** Never throws: what cannot be given back ends by itself. */
  end(): Promise<void>;
};

/** Longer than a database fails over with renewals every third of it; a sender who comes back after a kill waits so long at most. */
const LEASE_SECONDS = 15;
const RENEW_MS = 5_000;
/** How long what is unfinished stays after its last byte, and what is known of what has ended. */
export const keptUntil = sql`now() + interval '24 hours'`;
export const leaseEnd = sql`now() + ${LEASE_SECONDS} * interval '1 second'`;

const running = () => new AppError('resumable_running', { retryAfterMs: 2_000 });

/** Whether a row is over by the database's clock, although no sweep has marked it yet. */
const isOver = sql<boolean>`${tusUpload.state} in ('refused', 'expired')
  or (${tusUpload.state} = 'open' and ${tusUpload.expiresAt} <= now())`;

/** @throws AppError resumable_not_found (unknown, or another account's), resumable_gone */
export async function findUpload({ db }: Pick<Context, 'db'>, caller: { accountId: string }, id: string): Promise<TusUpload> {
  const [row] = await db.select({ upload: tusUpload, isOver }).from(tusUpload).where(eq(tusUpload.id, id));
  const upload = authorize(row?.upload, caller, 'resumable_not_found');
  if (row?.isOver) throw new AppError('resumable_gone');
  return upload;
}

/**
 * Makes this request the only one that changes an upload. No lock of a session or of a transaction: a request may last for minutes, and a
 * process that dies must not keep the next one out for longer than its lease.
 * @throws AppError resumable_running, resumable_not_found, resumable_gone
 */
export async function leaseUpload(
  { db, log }: LeaseContext,
  caller: { accountId: string },
  id: string,
  repeat = (work: () => void) => {
    const timer = setInterval(work, RENEW_MS);
    return () => clearInterval(timer);
  },
): Promise<TusLease> {
  await findUpload({ db }, caller, id);
  const leaseId = newId();
  const isFree = or(isNull(tusUpload.leaseUntil), lt(tusUpload.leaseUntil, sql`now()`));
  const [upload] = await db
    .update(tusUpload)
    .set({ leaseId, leaseUntil: leaseEnd })
    .where(and(eq(tusUpload.id, id), isFree))
    .returning();
  if (!upload) {
    // Free, gone or taken since: only the last is worth waiting for.
    await findUpload({ db }, caller, id);
    throw running();
  }
  const isHeld = sql`${tusUpload.id} = ${id} and ${tusUpload.leaseId} = ${leaseId}`;
  const lost = new AbortController();
  let resting = false;
  const renew = async () => {
    const leaseUntil = resting ? sql`${tusUpload.leaseUntil}` : leaseEnd;
    const held = await db.update(tusUpload).set({ leaseUntil }).where(isHeld).returning({ id: tusUpload.id });
    if (held.length === 0) lost.abort(running());
  };
  const stop = repeat(() => void renew().catch((error: unknown) => log.debug({ err: error }, 'lease of an upload not renewed')));
  return {
    upload,
    isHeld,
    lost: lost.signal,
    rest(isResting) {
      resting = isResting;
    },
    async end() {
      stop();
      await db
        .update(tusUpload)
        .set({ leaseId: null, leaseUntil: null })
        .where(isHeld)
        .catch((error: unknown) => log.debug({ err: error }, 'lease of an upload not given back'));
    },
  };
}

/** Somebody else took the upload over: what this request did must be rolled back. */
export const leaseGone = running;

/** Ends an upload at its sender's wish; its item, if there is one, stays. @throws AppError as {@link leaseUpload} */
export async function removeUpload(context: LeaseContext, caller: { accountId: string }, id: string): Promise<void> {
  const lease = await leaseUpload(context, caller, id);
  try {
    await context.db.delete(tusUpload).where(lease.isHeld);
  } finally {
    await lease.end();
  }
}
