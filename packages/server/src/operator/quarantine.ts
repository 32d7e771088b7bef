import { recordLong } from '../console/operator-log.ts';
import { keysUnderLegalHold } from '../objects/object-removal.ts';
import { listQuarantine, type Quarantined, quarantineDays, restoreFromQuarantine } from '../objects/quarantine.ts';
import { countFiles, grouped } from './count-files.ts';
import { type OpenSides, requireSame, withSides } from './open-sides.ts';
import type { OperatorOutput, Run } from './run.ts';
import { parseQuarantine, type QuarantineCommand } from './storage-command.ts';

type Restore = Extract<QuarantineCommand, { action: 'restore' }>;
type Purge = Extract<QuarantineCommand, { action: 'purge' }>;

const BATCH = 500;

async function list({ storage }: OpenSides, { print }: OperatorOutput): Promise<number> {
  let count = 0;
  let sizeBytes = 0;
  for await (const object of listQuarantine(storage)) {
    count += 1;
    sizeBytes += object.sizeBytes;
    print(`${object.day}  ${grouped(object.sizeBytes).padStart(13)} B  ${object.original}`);
  }
  print(`${countFiles(count)} in quarantine, ${grouped(sizeBytes)} B. Each is removed ${quarantineDays} days after its day.`);
  return 0;
}

async function restore({ db, storage }: OpenSides, { key }: Restore, { print, complain }: OperatorOutput): Promise<number> {
  const wanted: Quarantined[] = [];
  for await (const object of listQuarantine(storage)) if (key === null || object.original === key) wanted.push(object);
  const putBack = async () => {
    let restored = 0;
    for (const object of wanted) {
      if (await restoreFromQuarantine(storage, object)) restored += 1;
      else complain(`${object.original} is there already: the one in quarantine stays.`);
    }
    return restored;
  };
  const act = { action: 'quarantine restore', ...(key === null ? {} : { subject: key }), detail: { found: wanted.length } };
  const restored = wanted.length === 0 ? 0 : await recordLong(db, act, putBack, (count) => ({ restored: count }));
  const isUnknown = key !== null && wanted.length === 0;
  if (isUnknown) complain(`There is no ${key} in quarantine.`);
  print(`${countFiles(restored)} put back.`);
  return isUnknown || restored < wanted.length ? 1 : 0;
}

async function purge({ db, storage }: OpenSides, { confirm }: Purge, { print, complain }: OperatorOutput): Promise<number> {
  const found: Quarantined[] = [];
  for await (const object of listQuarantine(storage)) found.push(object);
  if (found.length > 0 && confirm !== found.length) {
    complain(`${countFiles(found.length)} would be removed for good.`);
    complain(`If you mean that: clearframe quarantine purge --confirm ${found.length}`);
    return 1;
  }
  const removeAll = async () => {
    let count = 0;
    for (let start = 0; start < found.length; start += BATCH) {
      const some = found.slice(start, start + BATCH);
      const originals = some.map(({ original }) => original);
      const held = await keysUnderLegalHold(db, originals);
      const free = some.filter(({ original }) => !held.has(original)).map(({ key }) => key);
      await storage.remove(free);
      count += free.length;
    }
    return count;
  };
  const act = { action: 'quarantine purge', detail: { found: found.length } };
  const removed = found.length === 0 ? 0 : await recordLong(db, act, removeAll, (count) => ({ removed: count }));
  print(`${countFiles(removed)} removed for good.`);
  if (removed < found.length) print(`${countFiles(found.length - removed)} of items under legal hold stay.`);
  return 0;
}

/** `clearframe quarantine list`, `restore` and `purge`. */
export const quarantine: Run = async (args, env, output) => {
  const command = parseQuarantine(args);
  return withSides(env, async (sides) => {
    if (command.action === 'list') return list(sides, output);
    await requireSame(sides);
    return command.action === 'restore' ? restore(sides, command, output) : purge(sides, command, output);
  });
};
