import { recordAct, recordLong } from '../console/operator-log.ts';
import { type MovePosition, media } from '../db/schema.ts';
import { findUnmoved, moveObjects } from '../moderation/item/move-objects.ts';
import { freshMove, readMove, writeMove } from '../objects/storage-move.ts';
import { storageName } from '../storage/open-storage.ts';
import { countFiles, grouped } from './count-files.ts';
import type { OpenSides } from './open-sides.ts';
import type { OperatorOutput } from './run.ts';

/** How often it is told how far it is. */
const TELL_MS = 2_000;
const SHOWN = 20;

function leftOf(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  if (seconds < 90) return `, ${Math.ceil(seconds)} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `, ${minutes} min left` : `, ${Math.ceil(minutes / 60)} h left`;
}

async function copyAll({ db, both, config }: OpenSides, { print }: OperatorOutput): Promise<number> {
  if (both === null) return 1;
  const position = await readMove(db);
  const isUnder = position?.to === config.storage && position.phase !== 'copied' && position.phase !== 'finished';
  const from = isUnder ? position : freshMove(config.storage);
  if (from.items > 0) print(`Going on after ${grouped(from.items)} items.`);
  const all = await db.$count(media);
  const begun = performance.now();
  let toldAt = begun;
  const tell = ({ items, copiedBytes, phase }: MovePosition) => {
    const at = performance.now();
    if (at - toldAt < TELL_MS && phase !== 'copied') return;
    toldAt = at;
    const seconds = Math.max(0.001, (at - begun) / 1_000);
    const speed = (copiedBytes - from.copiedBytes) / seconds / 1_000_000;
    const left = phase === 'items' ? leftOf(((all - items) * seconds) / (items - from.items)) : '';
    print(`${grouped(items)} of ${grouped(Math.max(all, items))} items, ${speed.toFixed(1)} MB/s${left}`);
  };
  const done = await recordLong(
    db,
    { action: 'storage move', detail: { to: config.storage } },
    () => moveObjects({ db, ...both }, from, tell),
    ({ copied, copiedBytes }) => ({ copied, copiedBytes }),
  );
  print(`${countFiles(done.copied)} copied, ${grouped(done.copiedBytes)} B, each read again and the same.`);
  print('To end the move: clearframe storage move --finish');
  return 0;
}

async function finish(
  { db, both, config }: OpenSides,
  confirm: number | null,
  { print, complain }: OperatorOutput,
): Promise<number> {
  const position = await readMove(db);
  if (both === null || position?.to !== config.storage || (position.phase !== 'copied' && position.phase !== 'finished')) {
    complain('Nothing was changed: not all files were copied. Run: clearframe storage move');
    return 1;
  }
  const lost: string[] = [];
  const unmoved = await findUnmoved({ db, ...both }, (key) => void lost.push(key));
  for (const key of lost.slice(0, SHOWN)) print(`  missing  ${key}`);
  if (unmoved.lost > SHOWN) print('  …');
  if (unmoved.lost > 0) print(`${countFiles(unmoved.lost)} in neither storage.`);
  if (unmoved.left > 0) {
    complain(`Nothing was changed: ${countFiles(unmoved.left)} not copied yet. Run again: clearframe storage move`);
    return 1;
  }
  if (confirm === null ? unmoved.lost > 0 : confirm !== unmoved.lost) {
    complain(`Nothing was changed: ${countFiles(unmoved.lost)} of the database in neither storage. Look for a backup.`);
    complain(`If they are lost for good: clearframe storage move --finish --confirm ${unmoved.lost}`);
    return 1;
  }
  await db.transaction(async (tx) => {
    await writeMove(tx, { ...position, phase: 'finished' });
    await recordAct(tx, {
      action: 'storage move --finish',
      detail: { to: position.to, copied: position.copied, lost: unmoved.lost },
    });
  });
  print(`All files are in ${storageName(config).name}. Remove STORAGE_PREVIOUS on every machine and restart them.`);
  print(
    `Then you can remove the files in ${storageName(config, config.storagePrevious ?? undefined).name}: nothing reads them any more.`,
  );
  return 0;
}

/** `clearframe storage move`, and `--finish`. */
export async function move(
  sides: OpenSides,
  command: { finish: boolean; confirm: number | null },
  output: OperatorOutput,
): Promise<number> {
  if (sides.both === null) {
    output.complain('STORAGE_PREVIOUS is not set: it names the storage that files are moved from, disk or s3.');
    return 1;
  }
  return command.finish ? finish(sides, command.confirm, output) : copyAll(sides, output);
}
