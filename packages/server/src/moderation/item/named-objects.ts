import { and, inArray, not } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { dataExport, media, objectRemoval, pendingObject, tusPiece } from '../../db/schema.ts';
import { ownerIdOf } from '../../objects/object-removal.ts';
import { overduePending } from '../../objects/sweep-pending.ts';
import { objectKeys } from './item-files.ts';

/**
 * Which of these objects a row knows: of an item, an export, a part of a resumable upload,
 * an upload under way (for two hours) or a removal. Everything beside the files of an item under legal hold counts as known.
 */
export async function namedObjects(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const all = [...keys];
  const ids = [...new Set(all.map(ownerIdOf))].filter((id) => id !== null);
  // In this order an object that moves from one table to the next meanwhile is seen in one of them.
  const coming = and(inArray(pendingObject.key, all), not(overduePending));
  const pending = await db.select({ key: pendingObject.key }).from(pendingObject).where(coming);
  const pieces = await db.select({ key: tusPiece.objectKey }).from(tusPiece).where(inArray(tusPiece.objectKey, all));
  const items = await db.select().from(media).where(inArray(media.id, ids));
  const exports = await db.select({ key: dataExport.objectKey }).from(dataExport).where(inArray(dataExport.objectKey, all));
  const removals = await db.select({ key: objectRemoval.key }).from(objectRemoval).where(inArray(objectRemoval.key, all));
  const held = new Set<string | null>(items.filter(({ legalHoldAt }) => legalHoldAt !== null).map(({ id }) => id));
  const named = new Set<string | null>([...pending, ...pieces, ...exports, ...removals].map(({ key }) => key));
  for (const item of items) for (const key of objectKeys(item)) named.add(key);
  return new Set(all.filter((key) => named.has(key) || held.has(ownerIdOf(key))));
}
