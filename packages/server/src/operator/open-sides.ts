import { type Config, readConfig } from '../config.ts';
import type { Db } from '../db/client.ts';
import { isSameInstallation, type SideNames } from '../objects/installation.ts';
import { sideNames } from '../objects/side-names.ts';
import { createMovingStorage } from '../storage/moving-storage.ts';
import { openBoth, openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { openOperatorDatabase } from './operator-database.ts';

export type OpenSides = {
  db: Db;
  /** Where the database answers by itself. */
  url: string;
  storage: Storage;
  names: SideNames;
  config: Config;
  /** Both storages while files are being moved. */
  both: { now: Storage; before: Storage } | null;
};

/** Runs a command with the database and the files of this set-up. */
export async function withSides(
  env: Record<string, string | undefined> | undefined,
  work: (sides: OpenSides) => Promise<number>,
): Promise<number> {
  const config = readConfig(env);
  const { close, db, url } = await openOperatorDatabase(config);
  try {
    const both = await openBoth(config);
    const storage = both ? createMovingStorage(both) : await openStorage(config);
    return await work({ db, url, storage, names: sideNames(config), config, both });
  } finally {
    await close();
  }
}

/** @throws Error with a sentence for the operator when the files are not those of the database */
export async function requireSame({ db, storage, names }: OpenSides): Promise<void> {
  if (await isSameInstallation({ db, storage })) return;
  const sentence = `${names.storage} does not belong to this database. Nothing was changed.`;
  throw new Error(
    `${sentence} Check DATABASE_URL and ${names.variable}, start the server once, or run: clearframe storage adopt`,
  );
}
