import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { moveRefusal, readDatabaseMove } from '../../objects/database-move.ts';
import { installationIds, refuseOther, type SideNames, type Sides } from '../../objects/installation.ts';
import { readMove, refuseUnmoved } from '../../objects/storage-move.ts';
import { type Finding, fault, ok, warning, wordsOf } from './finding.ts';

const check = 'installation';

/** Whether database and files belong together, as the next start sees it. */
export async function checkInstallation(sides: Sides, names: SideNames): Promise<Finding[]> {
  const { database, storage } = await installationIds(sides);
  const join = `Check DATABASE_URL and ${names.variable}. If both belong together, run: clearframe storage adopt`;
  if (storage === 'unreadable') return [fault(check, `The file with the id in ${names.storage} cannot be read.`, join)];
  if (database !== null && database === storage) return [ok(check, `Database and files belong to installation ${database}.`)];
  if (database === null && storage === null)
    return [warning(check, 'Neither database nor files have an id yet.', 'Start the server. The first start writes both.')];
  if (database === null)
    return [fault(check, `${names.storage} belongs to installation ${storage}, and the database to none.`, join)];
  if (storage === null)
    return [warning(check, `The database belongs to installation ${database}, and ${names.storage} to none.`, join)];
  return refuseOther(sides, names).then(
    () => [ok(check, `Database and files belong to installation ${database}.`)],
    (error: unknown) => [fault(check, wordsOf(error), join)],
  );
}

/** Whether every file is where these settings look for it. */
export async function checkMove(config: Config, db: Db): Promise<Finding[]> {
  const position = await readMove(db);
  const refusal = refuseUnmoved(position, config);
  const move = 'storage move';
  if (refusal !== null) return [fault(move, 'Some files are not where these settings look for them.', `${refusal}.`)];
  if (config.storagePrevious === null) return [];
  const found = `Files are being moved from ${config.storagePrevious} to ${config.storage}.`;
  return [warning(move, found, 'Finish it: clearframe storage move, then clearframe storage move --finish')];
}

/** Whether this is still the database. */
export async function checkDatabaseMove(db: Db, names: SideNames): Promise<Finding[]> {
  const move = await readDatabaseMove(db);
  if (move === null) return [];
  return [fault('database move', moveRefusal(names.database, move), 'Do what the line above says.')];
}
