import { limits } from '@clearframe/contract';
import { and, asc, gt, inArray, isNotNull, like, lte, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { media, objectRemoval } from '../db/schema.ts';
import { isStorageFault } from '../storage/storage-fault.ts';
import { noBackupRuns } from './files-stay.ts';

type RemovalContext = Pick<Context, 'db' | 'storage'>;

/** Objects of one round: the storage removes as many in one call. */
const BATCH = 500;
/** Longest pause of an object that the storage does not remove. */
const PAUSE_MINUTES_MAX = 60;
/** How long an object stays whose addresses were given away: their life, and a quarter of an hour for clocks that differ. */
const ADDRESSED_MS = limits.signedUrlLifeMs + limits.signedUrlStepMs;
const isDue = and(lte(objectRemoval.notBefore, sql`now()`), noBackupRuns);
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The item or export that an object belongs to, by its key; null when the key names none. */
export function ownerIdOf(key: string): string | null {
  const id = key.split('/')[1] ?? '';
  return uuid.test(id) ? id : null;
}

/** Those keys whose item is under legal hold now. */
export async function keysUnderLegalHold(tx: Tx | Context['db'], keys: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(keys.map(ownerIdOf))].filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const held = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, ids), isNotNull(media.legalHoldAt)));
  const heldIds = new Set<string | null>(held.map(({ id }) => id));
  return new Set(keys.filter((key) => heldIds.has(ownerIdOf(key))));
}

/** Names objects for removal, in the transaction that makes them superfluous. Triggers name what rows of items and exports leave. */
export async function nameForRemoval(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await tx
      .insert(objectRemoval)
      .values(keys.map((key) => ({ key })))
      .onConflictDoNothing();
}

/**
 * The same for objects that others replace: they go when no address of them is good any more. To be called before their row changes:
 * the trigger leaves what is named already as it is.
 */
export async function nameReplaced(tx: Tx, keys: readonly string[]): Promise<void> {
  const notBefore = sql`now() + ${ADDRESSED_MS} * interval '1 millisecond'`;
  if (keys.length > 0)
    await tx
      .insert(objectRemoval)
      .values(keys.map((key) => ({ key, notBefore })))
      .onConflictDoNothing();
}

/** Lets everything of an item that was to go later go now, in the transaction that deletes the item. Returns the keys. */
export async function hastenRemovals(tx: Tx, { id, accountId }: { id: string; accountId: string }): Promise<string[]> {
  const rows = await tx
    .update(objectRemoval)
    .set({ notBefore: sql`now()` })
    .where(and(like(objectRemoval.key, `${accountId}/${id}/%`), gt(objectRemoval.notBefore, sql`now()`)))
    .returning({ key: objectRemoval.key });
  return rows.map(({ key }) => key);
}

/** Puts off objects that cannot go now. `failed` counts a try and doubles the pause; a hold is looked at again in an hour. */
async function putOff(tx: Tx, keys: readonly string[], failed: boolean): Promise<void> {
  if (keys.length === 0) return;
  const minutes = failed
    ? sql`least(${PAUSE_MINUTES_MAX}, power(2, least(${objectRemoval.tries}, 10)))`
    : sql`${PAUSE_MINUTES_MAX}`;
  await tx
    .update(objectRemoval)
    .set({
      notBefore: sql`now() + ${minutes} * interval '1 minute'`,
      ...(failed ? { tries: sql`${objectRemoval.tries} + 1` } : {}),
    })
    .where(inArray(objectRemoval.key, [...keys]));
}

/**
 * Removes objects whose rows this transaction has locked, and the rows with them. Dying in between repeats the removal, which is no
 * error. Items under legal hold keep theirs.
 * @returns the first error of the storage; then everything that it kept is put off
 * @throws StorageUnavailable when the storage is away
 */
async function removeLocked(
  { storage }: RemovalContext,
  tx: Tx,
  keys: readonly string[],
): Promise<{ gone: number; error?: unknown }> {
  const held = await keysUnderLegalHold(tx, keys);
  const free = keys.filter((key) => !held.has(key));
  await putOff(tx, [...held], false);
  const gone: string[] = [];
  let problem: { error: unknown } | undefined;
  try {
    await storage.remove(free);
    gone.push(...free);
  } catch (first) {
    // Away: each alone would wait as long. Nothing is put off, and no try is counted.
    if (isStorageFault(first)) throw first;
    problem = { error: first };
    // One object that cannot be removed does not keep the others.
    for (const key of free) {
      try {
        await storage.remove([key]);
        gone.push(key);
      } catch {
        await putOff(tx, [key], true);
      }
    }
  }
  if (gone.length > 0) await tx.delete(objectRemoval).where(inArray(objectRemoval.key, gone));
  return { gone: gone.length, ...problem };
}

/**
 * Removes these objects now, as far as they are named for removal, also those that were to go later. While a backup runs they stay, and
 * the job removes them afterwards.
 * @throws the storage's first error, after everything else was removed; the job tries again
 */
export async function removeNamed(context: RemovalContext, keys: readonly string[], onlyIf?: SQL): Promise<void> {
  for (let start = 0; start < keys.length; start += BATCH) {
    const { error } = await context.db.transaction(async (tx) => {
      const rows = await tx
        .select({ key: objectRemoval.key })
        .from(objectRemoval)
        .where(and(inArray(objectRemoval.key, keys.slice(start, start + BATCH)), noBackupRuns, onlyIf))
        .for('update', { skipLocked: true });
      return removeLocked(
        context,
        tx,
        rows.map(({ key }) => key),
      );
    });
    if (error !== undefined) throw error;
  }
}

/** Those that are due, for callers whose work is done already: what cannot be removed now is left to the job, which also tells the log. */
export async function removeSoon(context: RemovalContext, keys: readonly string[]): Promise<void> {
  await removeNamed(context, keys, isDue).catch(() => undefined);
}

/** Removes everything that is due, batch by batch, until nothing is left. Returns how many objects went and the storage's errors. */
export async function drainRemovals(
  context: RemovalContext,
  signal: AbortSignal,
): Promise<{ removed: number; errors: unknown[] }> {
  let removed = 0;
  const errors: unknown[] = [];
  for (;;) {
    signal.throwIfAborted();
    const done = await context.db.transaction(async (tx) => {
      const rows = await tx
        .select({ key: objectRemoval.key })
        .from(objectRemoval)
        .where(isDue)
        .orderBy(asc(objectRemoval.notBefore))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      if (rows.length === 0) return null;
      return removeLocked(
        context,
        tx,
        rows.map(({ key }) => key),
      );
    });
    if (!done) return { removed, errors };
    removed += done.gone;
    if (done.error !== undefined) errors.push(done.error);
  }
}

/** Removes what is named for removal of an account, for its erasure: a try that was cut off has left it. @throws as {@link removeNamed} */
export async function removeNamedOf(context: RemovalContext, accountId: string): Promise<void> {
  const rows = await context.db
    .select({ key: objectRemoval.key })
    .from(objectRemoval)
    .where(like(objectRemoval.key, `${accountId}/%`));
  await removeNamed(
    context,
    rows.map(({ key }) => key),
  );
}
