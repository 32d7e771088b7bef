import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { recordLong } from '../../console/operator-log.ts';
import { beginStay, endStay, whileStaying } from '../../objects/files-stay.ts';
import { installationIds } from '../../objects/installation.ts';
import { productVersion } from '../../presence/product-version.ts';
import { countFiles, grouped } from '../count-files.ts';
import { type OpenSides, requireSame, withSides } from '../open-sides.ts';
import type { OperatorOutput, Run } from '../run.ts';
import { parseBackup } from './backup-command.ts';
import { copyFiles } from './copy-files.ts';
import { ownSeal, type Seal } from './key-check.ts';
import { begunKey, type Contents, manifestKey, readBegun, readManifest, writeJson } from './manifest.ts';
import { createTeller } from './progress.ts';
import { heldItems, namedKeys, readVersions, storeTables, withPatientClient, withSnapshot } from './snapshot.ts';
import { openTarget, type Target } from './target.ts';

/** Any number of our own: of locks that stand for the place of a backup. */
const lockNumber = 7_270_015;

/** A folder of the same name on another machine is another place. */
const lockName = (name: string): string => (name.startsWith('s3://') ? name : `${hostname()}:${name}`);

/**
 * Runs the work unless a backup into that place is under way. The lock goes with its connection, so one that was killed holds it no longer.
 * Two that do not know of each other, by two names of one folder, only do the same work twice: each has its own tables.
 * @throws Error with a sentence
 */
async function withPlace<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  return withPatientClient(url, 'clearframe backup', async (client) => {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as held', [
      lockNumber,
      lockName(name),
    ]);
    if (!rows[0]?.held) throw new Error(`Another backup into ${name} is under way. Nothing was changed.`);
    return await work();
  });
}

/** After a backup of the database alone: until then whoever copies the files by other means finds all that it names. */
const databaseOnlyHours = 12;

type Wanted = { sides: OpenSides; target: Target; databaseOnly: boolean; seal: Seal };

/** @throws Error where a backup is already, or something else */
async function prepareTarget({ place, name }: Target, installation: string | null, { print }: OperatorOutput): Promise<void> {
  // Above all: nobody reads it without a key.
  await place.ready();
  const whole = await readManifest(place);
  if (whole) throw new Error(`${name} holds the backup of ${whole.madeAt}. Nothing was changed. Name an empty place.`);
  const begun = await readBegun(place);
  if (begun && begun.installation !== installation)
    throw new Error(`${name} holds a backup of another installation. Nothing was changed. Name an empty place.`);
  if (begun) return print('An earlier backup stopped here. It keeps its files and reads the tables again.');
  for await (const { key } of place.list()) throw new Error(`${name} is not empty: it holds ${key}. Nothing was changed.`);
  await writeJson(place, begunKey, { installation });
}

async function makeBackup({ sides, target, databaseOnly, seal }: Wanted, id: string, output: OperatorOutput): Promise<Contents> {
  const { storage, url } = sides;
  const { place } = target;
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-backup-'));
  const [keysPath, listPath] = [join(folder, 'keys'), join(folder, 'files')];
  const tell = createTeller(output.print);
  try {
    const { held, ...read } = await withSnapshot(url, async (snapshot) => {
      const versions = await readVersions(snapshot.client);
      const tables = await storeTables(snapshot, { place, run: id }, (done, all) =>
        tell(`${done} of ${all} tables`, done === all),
      );
      if (!databaseOnly) await pipeline(namedKeys(snapshot), createWriteStream(keysPath));
      return { ...versions, ...tables, madeAt: snapshot.madeAt, held: await heldItems(snapshot) };
    });
    const onStep = (files: number, sizeBytes: number) => tell(`${countFiles(files)}, ${grouped(sizeBytes)} B`);
    const copied = { run: id, from: storage, to: place, keysPath, listPath, held };
    const files = databaseOnly ? null : await copyFiles(copied, onStep);
    return { format: 1, id, product: productVersion(), keyCheck: seal.keyCheck, ...read, files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sizeOf = ({ tables, files }: Contents): number =>
  tables.reduce((sum, { file }) => sum + file.sizeBytes, 0) + (files?.sizeBytes ?? 0);

/** Says last what the backup is made of. @throws Error where another one came to its end there meanwhile */
async function storeManifest({ target: { place, name }, seal }: Wanted, manifest: Contents): Promise<void> {
  const other = await readManifest(place);
  if (other) throw new Error(`${name} holds the backup of ${other.madeAt} by now: another one ended there first.`);
  await writeJson(place, manifestKey, { ...manifest, seal: seal.of(manifest) });
}

async function runBackup(wanted: Wanted, output: OperatorOutput): Promise<Contents> {
  const { db } = wanted.sides;
  const id = await beginStay(db, wanted.target.name);
  try {
    const manifest = await whileStaying(db, id, () => makeBackup(wanted, id, output));
    await storeManifest(wanted, manifest);
    const whole = { files: manifest.files?.count ?? 0, sizeBytes: sizeOf(manifest) };
    await endStay(db, id, whole, wanted.databaseOnly ? databaseOnlyHours : 0);
    return manifest;
  } catch (error) {
    await endStay(db, id, null).catch(() => undefined);
    throw error;
  }
}

function tellOf({ tables, files, madeAt }: Contents, { name }: Target, { print, complain }: OperatorOutput): number {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${grouped(rows)} rows of ${tables.length} tables, as they were at ${madeAt}.`);
  if (files) print(`${countFiles(files.count)}, ${grouped(files.sizeBytes)} B.`);
  else print(`No files included: copy them yourself within ${databaseOnlyHours} hours. Until then none is removed.`);
  print(`The backup is whole: ${name}. Keep SECRET_KEY elsewhere: it is not in it.`);
  if (!files || files.missing.length === 0) return 0;
  for (const key of files.missing.slice(0, 20)) complain(`  missing  ${key}`);
  complain(`${countFiles(files.missing.length)} that rows name were missing in storage before, so they are not in it.`);
  return 1;
}

/** `clearframe backup`: database and files as they were at one moment, while the server runs. */
export const backup: Run = async (args, env, output) => {
  const { word, databaseOnly } = parseBackup(args);
  return withSides(env, async (sides) => {
    await requireSame(sides);
    const { config, db, url } = sides;
    const [target, seal] = [await openTarget(word, config), await ownSeal(config)];
    return withPlace(url, target.name, async () => {
      await prepareTarget(target, (await installationIds(sides)).database, output);
      const act = { action: 'backup', subject: target.name, detail: { databaseOnly } };
      const manifest = await recordLong(
        db,
        act,
        () => runBackup({ sides, target, databaseOnly, seal }, output),
        ({ id, files, madeAt }) => ({ id, madeAt, files: files?.count ?? 0, missing: files?.missing.length ?? 0 }),
      );
      return tellOf(manifest, target, output);
    });
  });
};
