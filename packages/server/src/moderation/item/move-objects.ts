import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { asc, gt, isNotNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { dataExport, type MovePosition, media } from '../../db/schema.ts';
import { hasObject } from '../../objects/has-object.ts';
import { isQuarantined } from '../../objects/quarantine.ts';
import { freshMove, writeMove } from '../../objects/storage-move.ts';
import { ObjectMissing, type Storage } from '../../storage/storage.ts';
import { objectKeys } from './item-files.ts';
import { namedObjects } from './named-objects.ts';

type Both = { now: Storage; before: Storage };
type MoveContext = Both & { db: Db };

/** Items of one step, after which the position is written down. */
const BATCH = 200;
/** Objects of the old storage that are looked up at once. */
const LISTED = 500;
const AT_ONCE = 8;

async function md5Of(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('md5');
  for await (const bytes of body) hash.update(bytes);
  return hash.digest('hex');
}

/** Whether the object lies there with these bytes. */
async function isSame(storage: Storage, key: string, { sizeBytes, md5 }: { sizeBytes: number; md5: string }): Promise<boolean> {
  const stored = await storage.open(key);
  if (stored.sizeBytes === sizeBytes) return (await md5Of(stored.body)) === md5;
  stored.body.destroy();
  return false;
}

/**
 * Copies one object and reads the copy again.
 * @returns its size; null when it is there already, or in neither
 * @throws Error when the copy is not the same: it is removed again
 */
async function copyObject({ now, before }: Both, key: string): Promise<number | null> {
  if (await hasObject(now, key)) return null;
  const hash = createHash('md5');
  async function* hashed(body: AsyncIterable<Uint8Array>) {
    for await (const bytes of body) {
      hash.update(bytes);
      yield bytes;
    }
  }
  try {
    const { body } = await before.open(key);
    const sent = Readable.from(hashed(body), { objectMode: false });
    // A storage that takes nothing has not begun to read: nobody else would close the file.
    const { sizeBytes } = await now.put(key, sent).finally(() => body.destroy());
    if (!(await isSame(now, key, { sizeBytes, md5: hash.digest('hex') }))) {
      await now.remove([key]);
      throw new Error(`${key} did not arrive as it was. Run the move again.`);
    }
    // Removed meanwhile: whoever did so has looked in both, perhaps before the copy was there.
    if (await hasObject(before, key)) return sizeBytes;
    await now.remove([key]);
    return null;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

type Page = Pick<MovePosition, 'phase' | 'after'> & { keys: string[]; items: number };

/** Those that somebody still needs: what rows name, what lies beside the files of an item under legal hold, and the quarantine. */
async function wantedOf(db: Db, keys: readonly string[]): Promise<string[]> {
  const known = await namedObjects(db, keys);
  return keys.filter((key) => known.has(key) || isQuarantined(key));
}

/** The keys that are to be in the new storage, from a position on: of items by id, then of whatever else lies in the old one. */
async function* pagesFrom(
  { db, before }: Pick<MoveContext, 'db' | 'before'>,
  { phase, after }: MovePosition,
): AsyncGenerator<Page> {
  if (phase === 'items') {
    for (let last = after; ; ) {
      const later = last === '' ? undefined : gt(media.id, last);
      const items = await db.select().from(media).where(later).orderBy(asc(media.id)).limit(BATCH);
      const end = items.at(-1);
      if (!end) break;
      last = end.id;
      yield { phase, after: last, keys: items.flatMap(objectKeys), items: items.length };
    }
    const exports = await db.select({ key: dataExport.objectKey }).from(dataExport).where(isNotNull(dataExport.objectKey));
    yield { phase: 'rest', after: '', keys: exports.map(({ key }) => key).filter((key) => key !== null), items: 0 };
  }
  let keys: string[] = [];
  for await (const { key } of before.list('', phase === 'rest' ? after : '')) {
    keys.push(key);
    if (keys.length < LISTED) continue;
    yield { phase: 'rest', after: key, keys: await wantedOf(db, keys), items: 0 };
    keys = [];
  }
  yield { phase: 'copied', after: '', keys: await wantedOf(db, keys), items: 0 };
}

/** Does the work for each key, eight at a time; the first error ends it once those under way have ended. */
export async function forEachKey(keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> {
  const left = [...keys];
  const errors: unknown[] = [];
  const take = async (): Promise<void> => {
    for (let key = left.shift(); key !== undefined && errors.length === 0; key = left.shift())
      await work(key).catch((error: unknown) => {
        errors.push(error);
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  if (errors.length > 0) throw errors[0];
}

/**
 * Copies from the position on. It is written down after each step: whoever kills it starts it again, and it goes on there.
 * @param onStep told of each position
 * @throws what the storages throw; Error when a copy is not the same
 */
export async function moveObjects(
  context: MoveContext,
  from: MovePosition,
  onStep: (position: MovePosition) => void,
): Promise<MovePosition> {
  let position = from;
  for await (const { keys, items, phase, after } of pagesFrom(context, from)) {
    const sizes: number[] = [];
    await forEachKey(keys, async (key) => {
      const sizeBytes = await copyObject(context, key);
      if (sizeBytes !== null) sizes.push(sizeBytes);
    });
    const copiedBytes = position.copiedBytes + sizes.reduce((sum, size) => sum + size, 0);
    position = { ...position, phase, after, items: position.items + items, copied: position.copied + sizes.length, copiedBytes };
    await writeMove(context.db, position);
    onStep(position);
  }
  return position;
}

/** Files that are counted at most. */
const COUNTED = 100_000;

/** Files that are not in the new storage: those that the old one has still, and those that neither has. */
export async function findUnmoved(context: MoveContext, onLost: (key: string) => void): Promise<{ left: number; lost: number }> {
  const { db, now, before } = context;
  // By key: what an item names is found in the old storage again.
  const [left, lost] = [new Set<string>(), new Set<string>()];
  for await (const { keys } of pagesFrom(context, freshMove('disk'))) {
    await forEachKey(keys, async (key) => {
      if (await hasObject(now, key)) return;
      if (await hasObject(before, key)) left.add(key);
      // Deleted meanwhile, or replaced: what no row names is not lost.
      else if (!lost.has(key) && (await namedObjects(db, [key])).has(key)) {
        lost.add(key);
        onLost(key);
      }
    });
    if (left.size > COUNTED || lost.size > COUNTED) break;
  }
  return { left: left.size, lost: lost.size };
}
