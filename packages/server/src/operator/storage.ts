import { recordLong } from '../console/operator-log.ts';
import type { CheckPosition } from '../db/schema.ts';
import { checkObjects, readCheck, unknownObjects, writeCheck } from '../moderation/item/check-objects.ts';
import { namedObjects } from '../moderation/item/named-objects.ts';
import { adoptInstallation } from '../objects/installation.ts';
import { moveToQuarantine, quarantineDays } from '../objects/quarantine.ts';
import { forgetPending, unknownMax } from '../objects/sweep-pending.ts';
import { countFiles, grouped } from './count-files.ts';
import { extract } from './extract-files.ts';
import { move } from './move-storage.ts';
import { type OpenSides, requireSame, withSides } from './open-sides.ts';
import type { OperatorOutput, Run } from './run.ts';
import { parseStorage, type StorageCommand } from './storage-command.ts';

type Check = Extract<StorageCommand, { action: 'check' }>;

/** Above this share of all objects a person says how many they mean. */
const unknownShareMax = 0.01;
/** Keys that are printed of each kind. */
const SHOWN = 20;

async function adopt({ db, storage, names }: OpenSides, { print }: OperatorOutput): Promise<number> {
  const { id, was, looked, missing, files } = await recordLong(
    db,
    { action: 'storage adopt' },
    () => adoptInstallation({ db, storage }),
    ({ id, was }) => ({ id, was }),
  );
  print(`${names.database} names ${looked === 0 ? 'no files' : 'files'}; ${names.storage} holds ${countFiles(files)}.`);
  if (looked > 0) print(`${grouped(looked - missing)} of ${countFiles(looked)} that were looked for are there.`);
  if (was.database === id && was.storage === id) print(`Both belong to installation ${id} already. Nothing changed.`);
  else print(`Both belong to installation ${id} now. No file was removed.`);
  return 0;
}

/** Prints the first keys of a kind, and says that there are more. */
function sampler(print: OperatorOutput['print'], word: string): (key: string) => void {
  let seen = 0;
  return (key) => {
    seen += 1;
    if (seen <= SHOWN) print(`  ${word}  ${key}`);
    if (seen === SHOWN + 1) print('  …');
  };
}

async function compare(sides: OpenSides, { print }: OperatorOutput): Promise<CheckPosition> {
  const before = await readCheck(sides.db);
  if (before && before.phase !== 'done') print(`Continuing where the last check stopped, after ${countFiles(before.objects)}.`);
  const told = { onUnknown: sampler(print, 'unknown'), onMissing: sampler(print, 'missing') };
  const checked = await checkObjects(sides, told, new Date());
  print(`${countFiles(checked.objects)} in storage, ${grouped(checked.unknown)} of them unknown to the database.`);
  print(`${countFiles(checked.rows)} named by the database, ${grouped(checked.missing)} of them missing in storage.`);
  return checked;
}

/** Moves what is unknown by now, never more than was counted. */
async function moveUnknown(sides: OpenSides, most: number): Promise<number> {
  const now = new Date();
  let moved = 0;
  // Counted anew by the next check, whatever becomes of this.
  await writeCheck(sides.db, null);
  for await (const { unknown } of unknownObjects(sides, '', now)) {
    if (moved + unknown.length > most)
      throw new Error(`More files are unknown than counted. ${countFiles(moved)} moved. Run the check again.`);
    await forgetPending(sides, unknown);
    // It waited for whoever was naming one of them: that one has an owner now.
    const named = await namedObjects(sides.db, unknown);
    const unnamed = unknown.filter((key) => !named.has(key));
    moved += await moveToQuarantine(sides.storage, unnamed, now);
  }
  return moved;
}

async function check(sides: OpenSides, { remove, confirm }: Check, output: OperatorOutput): Promise<number> {
  const { print, complain } = output;
  const { unknown, objects, missing } = await compare(sides, output);
  const code = missing > 0 ? 1 : 0;
  if (unknown === 0) return code;
  if (!remove) {
    print('To move unknown files to the quarantine: clearframe storage check --remove');
    return code;
  }
  const isMany = unknown > unknownMax || unknown > objects * unknownShareMax;
  if (confirm === null ? isMany : confirm !== unknown) {
    complain(`${grouped(unknown)} of ${countFiles(objects)} are unknown. Nothing was moved.`);
    complain(`If you mean them: clearframe storage check --remove --confirm ${unknown}`);
    return 1;
  }
  const moved = await recordLong(
    sides.db,
    { action: 'storage check --remove', detail: { unknown } },
    () => moveUnknown(sides, unknown),
    (count) => ({ moved: count }),
  );
  print(`${countFiles(moved)} moved to the quarantine for ${quarantineDays} days.`);
  print('To see them: clearframe quarantine list');
  return code;
}

/** `clearframe storage adopt`, `check`, `move` and `extract`. */
export const storage: Run = async (args, env, output) => {
  const command = parseStorage(args);
  return withSides(env, async (sides) => {
    if (command.action === 'adopt') return adopt(sides, output);
    await requireSame(sides);
    if (command.action === 'extract') return extract(sides, command, output);
    return command.action === 'move' ? move(sides, command, output) : check(sides, command, output);
  });
};
