import type { Db } from '../db/client.ts';
import type { Storage } from '../storage/storage.ts';
import { hasObject } from './has-object.ts';
import { keysUnderLegalHold } from './object-removal.ts';

const FOLDER = 'quarantine';
const DAY_MS = 86_400_000;
/** Whole days that an object stays: one moved in the evening stays as long as one of the morning. */
export const quarantineDays = 7;
/** Objects of one call. */
const BATCH = 500;

export type Quarantined = {
  key: string;
  /** The key that it had. */
  original: string;
  /** The day (UTC) on which it was moved, `2026-11-22`. */
  day: string;
  sizeBytes: number;
};

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const quarantineKey = (key: string, now: Date): string => `${FOLDER}/${dayOf(now)}/${key}`;

/** Whether it is the key of an object in quarantine. */
export const isQuarantined = (key: string): boolean => key.startsWith(`${FOLDER}/`);

/** What the key of an object in quarantine says of it. */
export function quarantinedOf({ key, sizeBytes }: { key: string; sizeBytes: number }): Quarantined {
  const [, day = '', ...original] = key.split('/');
  return { key, day, original: original.join('/'), sizeBytes };
}

/** Moves objects out of reach instead of removing them. The day is in the key, so the storage alone says when they go. Returns how many. */
export async function moveToQuarantine(storage: Storage, keys: readonly string[], now: Date): Promise<number> {
  let moved = 0;
  for (const key of keys) if (await storage.move(key, quarantineKey(key, now))) moved += 1;
  return moved;
}

/** What is in quarantine, oldest day first. */
export async function* listQuarantine(storage: Storage): AsyncGenerator<Quarantined> {
  for await (const object of storage.list(FOLDER)) yield quarantinedOf(object);
}

/** Gives an object its key back. @returns false when another lies there by now, or this one is gone */
export async function restoreFromQuarantine(storage: Storage, { key, original }: Quarantined): Promise<boolean> {
  return !(await hasObject(storage, original)) && (await storage.move(key, original));
}

export type QuarantineFigure = { objects: number; sizeBytes: number; removed: number };

/**
 * Removes for good what has been in quarantine for seven whole days. What belongs to an item under legal hold stays. Returns how much
 * stays and how much went.
 */
export async function expireQuarantine(
  { db, storage }: { db: Db; storage: Storage },
  now: Date,
  signal: AbortSignal,
): Promise<QuarantineFigure> {
  // The day itself does not count.
  const before = dayOf(new Date(now.getTime() - quarantineDays * DAY_MS));
  const figure = { objects: 0, sizeBytes: 0, removed: 0 };
  let old: Quarantined[] = [];
  const keep = ({ sizeBytes }: Quarantined) => {
    figure.objects += 1;
    figure.sizeBytes += sizeBytes;
  };
  const removeOld = async () => {
    const originals = old.map(({ original }) => original);
    const held = await keysUnderLegalHold(db, originals);
    const free = old.filter(({ original }) => !held.has(original)).map(({ key }) => key);
    await storage.remove(free);
    figure.removed += free.length;
    for (const object of old) if (held.has(object.original)) keep(object);
    old = [];
  };
  for await (const object of listQuarantine(storage)) {
    signal.throwIfAborted();
    if (object.day < before) old.push(object);
    else keep(object);
    if (old.length === BATCH) await removeOld();
  }
  await removeOld();
  return figure;
}
