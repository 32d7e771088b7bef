import { randomUUID } from 'node:crypto';
import { type Config, readConfig } from '../../config.ts';
import { recordAct } from '../../console/operator-log.ts';
import { createDb } from '../../db/client.ts';
import { knowsVersion, migrateDatabase } from '../../db/migrate.ts';
import { adoptInstallation, storageId } from '../../objects/installation.ts';
import { prepareQueue } from '../../queue/install.ts';
import { openStorage, storageName } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { countFiles, grouped } from '../count-files.ts';
import { requireSame, withSides } from '../open-sides.ts';
import type { OperatorOutput, Run } from '../run.ts';
import { parseRestore } from './backup-command.ts';
import { compare } from './compare.ts';
import { withEmptyDatabase } from './empty-database.ts';
import { requireSameKey } from './key-check.ts';
import { load } from './load.ts';
import { type Manifest, readBegun, readManifest } from './manifest.ts';
import { createTeller } from './progress.ts';
import { forEachFile, requireEmptyStorage, restoreFile } from './restore-files.ts';
import { checkFile, openPacked } from './stored-file.ts';
import { openTarget, type Target } from './target.ts';

/** @throws Error with a sentence when there is no whole backup, or one that this server cannot take over */
async function readWhole({ place, name }: Target, config: Config): Promise<Manifest> {
  const manifest = await readManifest(place);
  if (!manifest) {
    const begun = await readBegun(place);
    throw new Error(
      begun ? `The backup in ${name} is not whole: it was cut off. Run it again.` : `There is no backup in ${name}.`,
    );
  }
  if (!knowsVersion(manifest.tablesVersion))
    throw new Error(`The backup in ${name} was made by a newer version of Clearframe. Upgrade this one first.`);
  await requireSameKey(config, manifest, name);
  return manifest;
}

/** Reads everything once. Nothing is changed. */
async function checkBackup(target: Target, manifest: Manifest, { print }: OperatorOutput): Promise<number> {
  const { place, name } = target;
  const tell = createTeller(print);
  const { tables, files, madeAt } = manifest;
  for (const { file } of tables) await checkFile(place, file);
  print(`${tables.length} tables of ${madeAt} are as they were stored.`);
  if (files)
    await forEachFile(
      place,
      files,
      (file) => checkFile(place, file),
      (count) => tell(`${grouped(count)} of ${countFiles(files.count)}`, count === files.count),
    );
  print(`The backup in ${name} is whole and undamaged. Nothing was changed.`);
  return 0;
}

type Sides = { config: Config; storage: Storage; target: Target; manifest: Manifest };

/** Where the files are to be: empty where the backup brings them, else those of its installation. @throws Error with a sentence */
async function requireStorage({ config, storage, target, manifest }: Sides): Promise<void> {
  const { name } = storageName(config);
  if (manifest.files) return requireEmptyStorage(storage, target.place, name);
  const found = await storageId(storage);
  if (found !== manifest.installation)
    throw new Error(
      `The backup has no files, and ${name} is not the storage of its installation ${manifest.installation}. ` +
        'Put its files there first, with clearframe-installation.json. Nothing was changed.',
    );
}

async function restoreInto(url: string, sides: Sides, output: OperatorOutput): Promise<number> {
  const { storage, target, manifest } = sides;
  const { place } = target;
  const tell = createTeller(output.print);
  await requireStorage(sides);
  // Files come first: a row whose file is not there must never be served.
  const { files } = manifest;
  if (files)
    await forEachFile(
      place,
      files,
      (file) => restoreFile(place, storage, file),
      (count) => tell(`${grouped(count)} of ${countFiles(files.count)}`, count === files.count),
    );
  await migrateDatabase(url, { upTo: manifest.tablesVersion.when });
  await prepareQueue(url);
  // A copy is another installation than what it was made of: neither can remove files of the other.
  const installation = files ? randomUUID() : manifest.installation;
  const detail = { backup: manifest.id, madeAt: manifest.madeAt, installation };
  await load(url, {
    manifest,
    installation,
    filesCame: files !== null,
    rowsOf: ({ file }) => openPacked(place, file),
    act: { action: 'restore', subject: target.name, detail },
    onTable: (done, all) => tell(`${done} of ${all} tables`, done === all),
  });
  await migrateDatabase(url);
  const { db, close } = createDb({ url, name: 'clearframe restore', max: 1, patient: true });
  try {
    await adoptInstallation({ db, storage });
    output.print(`Restored as it was at ${manifest.madeAt}. It is installation ${installation} now.`);
    const code = await compare({ db, storage }, output);
    await recordAct(db, { action: 'restore', subject: target.name, detail: { ...detail, state: 'ended', addsUp: code === 0 } });
    return code;
  } finally {
    await close();
  }
}

/** `clearframe restore`: a backup into an empty database and empty storage; `--check-only` looks, and changes nothing. */
export const restore: Run = async (args, env, output) => {
  const { word, checkOnly } = parseRestore(args);
  if (word === null)
    return withSides(env, async (sides) => {
      await requireSame(sides);
      return compare(sides, output);
    });
  const config = readConfig(env);
  const target = await openTarget(word, config);
  const manifest = await readWhole(target, config);
  if (checkOnly) return checkBackup(target, manifest, output);
  const storage = await openStorage(config);
  await storage.ready();
  return withEmptyDatabase(config, (url) => restoreInto(url, { config, storage, target, manifest }, output));
};
