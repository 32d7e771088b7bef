import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@clearframe/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { pendingObject } from '../db/schema.ts';
import type { StorageSigns } from '../storage/storage.ts';
import { isStorageFault } from '../storage/storage-fault.ts';
import { nameForRemoval, nameReplaced } from './object-removal.ts';
import { overduePending } from './sweep-pending.ts';

type PendingContext = Pick<Context, 'db' | 'storage'>;

/** Objects that one piece of work stores before a row names them. */
export type PendingObjects = {
  /** Writes down that these objects are coming, in one statement. */
  expect(keys: readonly string[]): Promise<void>;
  /**
   * Stores an object, after writing down that it comes. A key is written once, ever: {@link newMark} keeps keys apart.
   * @throws AppError busy after `drop`, or when the sweep forgot the object meanwhile: nothing of it is kept
   */
  put(key: string, body: Uint8Array | Readable, signs?: StorageSigns): Promise<{ sizeBytes: number }>;
  /** Says that the work goes on, for work that may take hours. */
  renew(): Promise<void>;
  /** Ends the work: removes whatever no transaction has named with {@link nameObjects}. Never throws: what it leaves the sweep finds. */
  drop(): Promise<void>;
};

/** Part of a key that no other run of the same work has. */
export const newMark = (): string => randomBytes(6).toString('hex');

/** Begins a piece of work that stores objects of an account. Whoever begins it calls `drop` in the end, whatever happened. */
export function pendingObjects({ db, storage }: PendingContext, accountId: string): PendingObjects {
  /** Every key with the statement that writes it down. */
  const expected = new Map<string, Promise<unknown>>();
  const puts: Promise<unknown>[] = [];
  let isDropped = false;
  const refuseDropped = (): void => {
    if (isDropped) throw new AppError('busy', { detail: 'the work that stores this object has ended' });
  };
  const expect = async (keys: readonly string[]): Promise<void> => {
    refuseDropped();
    const added = keys.filter((key) => !expected.has(key));
    if (added.length > 0) {
      const rows = added.map((key) => ({ key, accountId }));
      const written = db.insert(pendingObject).values(rows).onConflictDoNothing().execute();
      for (const key of added) expected.set(key, written);
    }
    await Promise.all(keys.map((key) => expected.get(key)));
  };
  const store: PendingObjects['put'] = async (key, body, signs) => {
    await expect([key]);
    refuseDropped();
    const stored = await storage.put(key, body, signs);
    // A sweep that holds the row is waited for: it may have looked before the object was there.
    const row = await db
      .select({ key: pendingObject.key })
      .from(pendingObject)
      .where(eq(pendingObject.key, key))
      .for('key share');
    if (row.length > 0) return stored;
    await storage.remove([key]);
    throw new AppError('busy', { detail: 'an object was swept before it was stored' });
  };
  const drop = async (): Promise<void> => {
    isDropped = true;
    // One that still runs would write its row or store its object after the removal.
    const ends = await Promise.allSettled([...expected.values(), ...puts]);
    if (expected.size === 0) return;
    // A storage that did not answer may still store what it was sent: the rows stay, and the sweep looks when that is over.
    if (ends.some((end) => end.status === 'rejected' && isStorageFault(end.reason))) return;
    await db.transaction(async (tx) => {
      const left = await tx
        .delete(pendingObject)
        .where(inArray(pendingObject.key, [...expected.keys()]))
        .returning({ key: pendingObject.key });
      // Inside, so that rows whose objects could not be removed stay, for the sweep.
      await storage.remove(left.map(({ key }) => key));
    });
  };
  return {
    expect,
    put(key, body, signs) {
      const put = store(key, body, signs);
      puts.push(put);
      return put;
    },
    async renew() {
      if (expected.size > 0)
        await db
          .update(pendingObject)
          .set({ createdAt: sql`now()` })
          .where(inArray(pendingObject.key, [...expected.keys()]));
    },
    drop: () => drop().catch(() => undefined),
  };
}

const swept = () => new AppError('busy', { detail: 'an object was swept before its row was written' });

/**
 * Takes objects over, in the transaction whose row names them: from its commit on they are no orphans. Either this transaction gets
 * them or the sweep does, never both.
 * @throws AppError busy when one of them was swept: the transaction must roll back
 */
export async function nameObjects(tx: Tx, keys: readonly string[]): Promise<void> {
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return;
  const where =
    wanted.length === 1 && wanted[0] !== undefined ? eq(pendingObject.key, wanted[0]) : inArray(pendingObject.key, wanted);
  const taken = await tx.delete(pendingObject).where(where).returning({ key: pendingObject.key });
  if (taken.length < wanted.length) throw swept();
}

/**
 * The same for one run of an item, in the transaction that its result wins by. What other runs were storing beside it is named for
 * removal: later, because one that only seems dead may still store it. Rows that another transaction ends at this moment are left to it.
 * @throws AppError busy as {@link nameObjects}
 */
export async function nameObjectsOfRun(
  tx: Tx,
  { accountId, objectKey }: { accountId: string; objectKey: string },
  keys: readonly string[],
): Promise<void> {
  // All files of an item lie in the folder of its original, whatever that is called.
  const folder = objectKey.slice(0, objectKey.lastIndexOf('/') + 1);
  const ofItem = and(eq(pendingObject.accountId, accountId), sql`starts_with(${pendingObject.key}, ${folder})`);
  const free = tx.select({ key: pendingObject.key }).from(pendingObject).where(ofItem).for('update', { skipLocked: true });
  const rows = await tx.delete(pendingObject).where(inArray(pendingObject.key, free)).returning({ key: pendingObject.key });
  const [wanted, taken] = [new Set(keys), new Set(rows.map(({ key }) => key))];
  if (keys.some((key) => !taken.has(key))) throw swept();
  await nameReplaced(
    tx,
    [...taken].filter((key) => !wanted.has(key)),
  );
}

/**
 * Names for removal what work of an account left that was cut off, and gives the keys. What is younger belongs to work that may still
 * run: that drops its objects itself, and if it dies, the sweep finds their rows.
 */
export async function dropOverdueOf(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .delete(pendingObject)
    .where(and(eq(pendingObject.accountId, accountId), overduePending))
    .returning({ key: pendingObject.key });
  const keys = rows.map(({ key }) => key);
  await nameForRemoval(tx, keys);
  return keys;
}
