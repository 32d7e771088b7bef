import { AppError, type OperatorQuarantine, operatorLimits } from '@clearframe/contract';
import type { Context } from '../context.ts';
import { hasObject } from '../objects/has-object.ts';
import { isQuarantined, listQuarantine, quarantinedOf, restoreFromQuarantine } from '../objects/quarantine.ts';
import { isObjectKey } from '../storage/object-key.ts';
import { recordAct } from './operator-log.ts';

/** Keys hold slashes, which an address has no room for. */
const idOf = (key: string): string => Buffer.from(key).toString('base64url');
const keyOf = (id: string): string => Buffer.from(id, 'base64url').toString();

/** Files in quarantine, oldest day first: their keys, days and sizes, never what they show. */
export async function listQuarantined({ storage }: Pick<Context, 'storage'>): Promise<OperatorQuarantine> {
  const quarantine: OperatorQuarantine['quarantine'] = [];
  for await (const { key, original, day, sizeBytes } of listQuarantine(storage)) {
    if (quarantine.length === operatorLimits.quarantineMax) return { quarantine, more: true };
    quarantine.push({ id: idOf(key), key: original, day, size_bytes: sizeBytes });
  }
  return { quarantine, more: false };
}

/**
 * Gives a file its place back. It is written down first: no transaction holds a file.
 * @throws AppError not_found (also when another operator was faster), file_exists
 */
export async function restoreQuarantined(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { id, reason, actor }: { id: string; reason: string; actor: string },
): Promise<void> {
  const key = keyOf(id);
  if (!isQuarantined(key) || !isObjectKey(key) || !(await hasObject(storage, key))) throw new AppError('not_found');
  const object = quarantinedOf({ key, sizeBytes: 0 });
  if (await hasObject(storage, object.original)) throw new AppError('file_exists');
  await recordAct(db, { actor, action: 'quarantine restore', subject: object.original, reason });
  if (!(await restoreFromQuarantine(storage, object))) throw new AppError('not_found');
}
