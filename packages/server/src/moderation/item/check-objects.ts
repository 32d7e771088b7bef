import { asc, gt, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type CheckPosition, dataExport, installation, media } from '../../db/schema.ts';
import { hasObject } from '../../objects/has-object.ts';
import { ownerIdOf } from '../../objects/object-removal.ts';
import { isQuarantined } from '../../objects/quarantine.ts';
import type { Storage } from '../../storage/storage.ts';
import { objectKeys } from './item-files.ts';
import { namedObjects } from './named-objects.ts';

type Sides = { db: Db; storage: Storage };
/** Told of an object that no row knows, and of one that a row names and that is not there. */
type Told = { onUnknown(key: string): void; onMissing(key: string): void };

const BATCH = 500;
/** A storage elsewhere takes some milliseconds for each. */
const ASKED_AT_ONCE = 16;
/** A version before this one wrote its objects down nowhere while it stored them. */
const YOUNG_MS = 2 * 3_600_000;

const fresh: CheckPosition = { phase: 'objects', after: '', objects: 0, unknown: 0, rows: 0, missing: 0 };

export async function readCheck(db: Db): Promise<CheckPosition | null> {
  const [row] = await db.select({ position: installation.checkPosition }).from(installation);
  return row?.position ?? null;
}

export async function writeCheck(db: Db, position: CheckPosition | null): Promise<void> {
  await db.update(installation).set({ checkPosition: position });
}

/**
 * Objects that no row knows, in order and batch by batch. Those that are too young or in quarantine do not count.
 * @param after only those with a later key
 */
export async function* unknownObjects({ db, storage }: Sides, after: string, now: Date) {
  let keys: string[] = [];
  let young = 0;
  let last = after;
  const look = async () => {
    const named = await namedObjects(db, keys);
    const found = { after: last, objects: keys.length + young, unknown: keys.filter((key) => !named.has(key)) };
    keys = [];
    young = 0;
    return found;
  };
  for await (const { key, storedAt } of storage.list('', after)) {
    if (isQuarantined(key)) continue;
    last = key;
    if (storedAt.getTime() < now.getTime() - YOUNG_MS) keys.push(key);
    else young += 1;
    if (keys.length + young === BATCH) yield await look();
  }
  yield await look();
}

/**
 * Tells of those that are not there and that a row names still: what is removed or replaced meanwhile is not missing.
 * @param namedNow what rows name of them at that later moment
 * @returns how many
 */
async function countMissing(
  { storage }: Sides,
  keys: readonly string[],
  { onMissing }: Told,
  namedNow: (keys: string[]) => Promise<readonly (string | null)[]>,
): Promise<number> {
  const gone: string[] = [];
  for (let start = 0; start < keys.length; start += ASKED_AT_ONCE) {
    const look = async (key: string) => (await hasObject(storage, key)) || void gone.push(key);
    await Promise.all(keys.slice(start, start + ASKED_AT_ONCE).map(look));
  }
  if (gone.length === 0) return 0;
  const named = new Set(await namedNow(gone));
  const missing = gone.filter((key) => named.has(key));
  for (const key of missing) onMissing(key);
  return missing.length;
}

/** Objects of the items behind an id. null = there is no later item. */
async function checkItems(sides: Sides, after: string, told: Told) {
  const later = after === '' ? undefined : gt(media.id, after);
  const items = await sides.db.select().from(media).where(later).orderBy(asc(media.id)).limit(BATCH);
  const last = items.at(-1);
  if (!last) return null;
  const keys = items.flatMap(objectKeys);
  const missing = await countMissing(sides, keys, told, async (gone) => {
    const ids = [...new Set(gone.map(ownerIdOf))].filter((id) => id !== null);
    return (await sides.db.select().from(media).where(inArray(media.id, ids))).flatMap(objectKeys);
  });
  return { after: last.id, rows: keys.length, missing };
}

async function checkExports(sides: Sides, told: Told): Promise<{ rows: number; missing: number }> {
  const keysOf = async (condition: SQL) => {
    const rows = await sides.db.select({ key: dataExport.objectKey }).from(dataExport).where(condition);
    return rows.map(({ key }) => key).filter((key) => key !== null);
  };
  const keys = await keysOf(isNotNull(dataExport.objectKey));
  const missing = await countMissing(sides, keys, told, (gone) => keysOf(inArray(dataExport.objectKey, gone)));
  return { rows: keys.length, missing };
}

/**
 * Compares rows and objects in both directions. The position is written down after each batch: whoever kills it starts it again, and
 * it goes on there.
 * @returns the figures of the whole comparison
 */
export async function checkObjects(sides: Sides, told: Told, now: Date): Promise<CheckPosition> {
  const { db } = sides;
  const before = await readCheck(db);
  let position = before && before.phase !== 'done' ? before : fresh;
  const keep = async (changes: Partial<CheckPosition>) => {
    position = { ...position, ...changes };
    await writeCheck(db, position);
  };
  if (position.phase === 'objects') {
    for await (const { after, objects, unknown } of unknownObjects(sides, position.after, now)) {
      for (const key of unknown) told.onUnknown(key);
      await keep({ after, objects: position.objects + objects, unknown: position.unknown + unknown.length });
    }
    await keep({ phase: 'rows', after: '' });
  }
  for (;;) {
    const some = await checkItems(sides, position.after, told);
    if (!some) break;
    await keep({ after: some.after, rows: position.rows + some.rows, missing: position.missing + some.missing });
  }
  const exports = await checkExports(sides, told);
  await keep({ phase: 'done', after: '', rows: position.rows + exports.rows, missing: position.missing + exports.missing });
  return position;
}
