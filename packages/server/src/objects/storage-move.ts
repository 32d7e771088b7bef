import { type Config, ConfigError } from '../config.ts';
import type { Db, Tx } from '../db/client.ts';
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

export async function writeMove(db: Db | Tx, position: MovePosition): Promise<void> {
  await db.update(installation).set({ movePosition: position });
}

/** Why files would be missing under these settings, and what to set; null = none would. */
export function refuseUnmoved(
  position: MovePosition | null,
  { storage, storagePrevious }: Pick<Config, 'storage' | 'storagePrevious'>,
): string | null {
  if (storagePrevious !== null || position === null || (position.phase === 'finished' && position.to === storage)) return null;
  const other = otherOf(storage);
  return position.phase === 'finished'
    ? `STORAGE: the files were moved to ${position.to}. Set STORAGE=${position.to}, or STORAGE_PREVIOUS=${position.to} to move them back`
    : `STORAGE_PREVIOUS: missing: some files are still in ${other}. Set STORAGE_PREVIOUS=${other} until this has ended: ` +
        'clearframe storage move --finish';
}

/**
 * At each start: writes down that files are in two places from now on, and refuses settings under which some of them would be missing.
 * @throws ConfigError with one sentence
 */
export async function requireMoved(db: Db, config: Pick<Config, 'storage' | 'storagePrevious'>): Promise<void> {
  const { storage, storagePrevious } = config;
  const position = await readMove(db);
  if (storagePrevious !== null && position?.to !== storage) await writeMove(db, freshMove(storage));
  const refusal = refuseUnmoved(position, config);
  if (refusal !== null) throw new ConfigError(refusal);
}
