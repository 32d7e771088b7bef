import { type Config, ConfigError } from '../config.ts';
import type { Db } from '../db/client.ts';
import { installation, type MovePosition } from '../db/schema.ts';

const otherOf = (kind: Config['storage']): Config['storage'] => (kind === 'disk' ? 's3' : 'disk');

/** Nothing is copied yet. */
export const freshMove = (to: MovePosition['to']): MovePosition => ({
  to,
  phase: 'items',
  after: '',
  items: 0,
  copied: 0,
  copiedBytes: 0,
});

/** @returns null when files were never moved */
export async function readMove(db: Db): Promise<MovePosition | null> {
  const [row] = await db.select({ position: installation.movePosition }).from(installation);
  return row?.position ?? null;
}

export async function writeMove(db: Db, position: MovePosition): Promise<void> {
  await db.update(installation).set({ movePosition: position });
}

/**
 * At each start: writes down that files are in two places from now on, and refuses settings under which some of them would be missing.
 * @throws ConfigError with one sentence
 */
export async function requireMoved(
  db: Db,
  { storage, storagePrevious }: Pick<Config, 'storage' | 'storagePrevious'>,
): Promise<void> {
  const position = await readMove(db);
  if (storagePrevious !== null) {
    if (position?.to !== storage) await writeMove(db, freshMove(storage));
    return;
  }
  if (position === null || (position.phase === 'finished' && position.to === storage)) return;
  const other = otherOf(storage);
  throw new ConfigError(
    position.phase === 'finished'
      ? `STORAGE: the files were moved to ${position.to}. Set STORAGE=${position.to}, or STORAGE_PREVIOUS=${position.to} to move them back`
      : `STORAGE_PREVIOUS: missing: some files are still in ${other}. Set STORAGE_PREVIOUS=${other} until this has ended: ` +
          'clearframe storage move --finish',
  );
}
