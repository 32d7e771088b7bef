import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@clearframe/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { gather } from '../db/gather.ts';
import { media, pendingObject } from '../db/schema.ts';
import type { StorageSigns } from '../storage/storage.ts';
import { isStorageFault } from '../storage/storage-fault.ts';
import { nameForRemoval, nameReplaced, ownerIdOf } from './object-removal.ts';
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
  /** These were named by a transaction that was committed. */
  named(keys: readonly string[]): void;
  /** Ends the work: removes whatever no transaction has named with {@link nameObjects}. Never throws: what it leaves the sweep finds. */
  drop(): Promise<void>;
};

/**
 * No sweep takes a row that is younger than two hours, but another run of the same item does when it wins, and a deletion may then
 * remove the object before it is there. Work that names what it stored, in the end, need not look before that: whatever was taken from
 * it, {@link nameObjects} refuses, and `drop` removes.
 */
export const sureOfRowsMs = 3_600_000;

/** Part of a key that no other run of the same work has. */
export const newMark = (): string => randomBytes(6).toString('hex');

/** Those that the row of their item names. */
async function namedByItems(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(keys.map(ownerIdOf))].filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const files = { objectKey: media.objectKey, pack: media.pack };
  const items = await tx.select(files).from(media).where(inArray(media.id, ids));
  return new Set(items.flatMap(({ objectKey, pack }) => (pack ? [objectKey, pack.key] : [objectKey])));
}

/** By key and account, as JSON: of all that is expected at one moment, by one statement and one commit. */
const writeRow = gather(async (db, rows) => {
  const asked = rows.map((row) => z.tuple([z.string(), z.string()]).parse(JSON.parse(row)));
  const values = asked.map(([key, accountId]) => ({ key, accountId }));
  await db.insert(pendingObject).values(values).onConflictDoNothing();
  return new Map();
}, 2);

/**
 * Begins a piece of work that stores objects of an account. Whoever begins it calls `drop` in the end, whatever happened.
 * @param sureForMs for how long from now on a put does not look whether its row is still there: what came after its row was gone is found
 * by `drop`. For files of items alone
 */
export function pendingObjects({ db, storage }: PendingContext, accountId: string, sureForMs = 0): PendingObjects {
  /** Every key with the statement that writes it down. */
  const expected = new Map<string, Promise<unknown>>();
  const puts: Promise<unknown>[] = [];
  let isDropped = false;
  const begun = performance.now();
  const refuseDropped = (): void => {
    if (isDropped) throw new AppError('busy', { detail: 'the work that stores this object has ended' });
  };
  const expect = async (keys: readonly string[]): Promise<void> => {
    refuseDropped();
    const added = keys.filter((key) => !expected.has(key));
    if (added.length > 0) {
      for (const key of added) expected.set(key, writeRow(db, JSON.stringify([key, accountId])));
    }
    await Promise.all(keys.map((key) => expected.get(key)));
  };
  const store: PendingObjects['put'] = async (key, body, signs) => {
    await expect([key]);
    refuseDropped();
    const stored = await storage.put(key, body, signs);
    if (performance.now() - begun < sureForMs) return stored;
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
      const ended = new Set(left.map(({ key }) => key));
      const taken = sureForMs > 0 ? [...expected.keys()].filter((key) => !ended.has(key)) : [];
      const kept = await namedByItems(tx, taken);
      // Inside, so that rows whose objects could not be removed stay, for the sweep.
      await storage.remove([...ended, ...taken.filter((key) => !kept.has(key))]);
    });
  };
  return {
    expect,
    put(key, body, signs) {
      const put = store(key, body, signs);
      puts.push(put);
      return put;
    },
    named(keys) {
      for (const key of keys) expected.delete(key);
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

/** An object was swept that a transaction wanted to take over, which must roll back. */
export const sweptObject = () => new AppError('busy', { detail: 'an object was swept before its row was written' });

/** The statement of {@link nameObjects}: it gives a row for each key that was taken over. @param keys at least one, each once */
export function namingObjects(tx: Tx, keys: readonly string[]) {
  const [first] = keys;
  const where = keys.length === 1 && first !== undefined ? eq(pendingObject.key, first) : inArray(pendingObject.key, [...keys]);
  return tx.delete(pendingObject).where(where).returning({ key: pendingObject.key });
}

/**
 * Takes objects over, in the transaction whose row names them: from its commit on they are no orphans. Either this transaction gets
 * them or the sweep does, never both.
 * @throws AppError busy when one of them was swept: the transaction must roll back
 */
export async function nameObjects(tx: Tx, keys: readonly string[]): Promise<void> {
  const wanted = [...new Set(keys)];
  if (wanted.length > 0 && (await namingObjects(tx, wanted)).length < wanted.length) throw sweptObject();
}

const ofFolder = ({ accountId, objectKey }: { accountId: string; objectKey: string }) => {
  // All files of an item lie in the folder of its original, whatever that is called.
  const folder = objectKey.slice(0, objectKey.lastIndexOf('/') + 1);
  return and(eq(pendingObject.accountId, accountId), sql`starts_with(${pendingObject.key}, ${folder})`);
};

/** Rows that another transaction ends at this moment are left to it. */
async function takeOfFolder(tx: Tx, item: { accountId: string; objectKey: string }): Promise<Set<string>> {
  const free = tx
    .select({ key: pendingObject.key })
    .from(pendingObject)
    .where(ofFolder(item))
    .for('update', { skipLocked: true });
  const rows = await tx.delete(pendingObject).where(inArray(pendingObject.key, free)).returning({ key: pendingObject.key });
  return new Set(rows.map(({ key }) => key));
}

/** Names for removal what other runs were storing beside an item, once the keys of the run that won are named. */
export async function nameLeftovers(tx: Tx, item: { accountId: string; objectKey: string }): Promise<void> {
  await nameReplaced(tx, [...(await takeOfFolder(tx, item))]);
}

/**
 * The same for one run of an item, in the transaction that its result wins by. What other runs were storing beside it is named for
 * removal: later, because one that only seems dead may still store it.
 * @throws AppError busy as {@link nameObjects}
 */
export async function nameObjectsOfRun(
  tx: Tx,
  item: { accountId: string; objectKey: string },
  keys: readonly string[],
): Promise<void> {
  const [wanted, taken] = [new Set(keys), await takeOfFolder(tx, item)];
  if (keys.some((key) => !taken.has(key))) throw sweptObject();
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
