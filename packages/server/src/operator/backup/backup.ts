import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { beginStay, endStay, renewStay } from '../../objects/files-stay.ts';
import { installationIds } from '../../objects/installation.ts';
import { productVersion } from '../../presence/product-version.ts';
import { countFiles, grouped } from '../count-files.ts';
import { type OpenSides, requireSame, withSides } from '../open-sides.ts';
import { recordLong } from '../operator-log.ts';
import type { OperatorOutput, Run } from '../run.ts';
import { parseBackup } from './backup-command.ts';
import { copyFiles } from './copy-files.ts';
import { ownKeyCheck } from './key-check.ts';
import { begunKey, type Manifest, manifestKey, readBegun, readManifest, writeJson } from './manifest.ts';
import { createTeller } from './progress.ts';
import { heldItems, namedKeys, readVersions, storeTables, withSnapshot } from './snapshot.ts';
import { openTarget, type Target } from './target.ts';

/** How often it is said that the backup still runs. */
const RENEW_MS = 60_000;
/** After a backup of the database alone: until then whoever copies the files by other means finds all that it names. */
const databaseOnlyHours = 12;

type Wanted = { sides: OpenSides; target: Target; databaseOnly: boolean; keyCheck: string };

/** @throws Error where a backup is already, or something else */
async function prepareTarget({ place, name }: Target, installation: string | null, { print }: OperatorOutput): Promise<void> {
  const whole = await readManifest(place);
  if (whole) throw new Error(`${name} holds the backup of ${whole.madeAt}. Nothing was changed. Name an empty place.`);
  const begun = await readBegun(place);
  if (begun && begun.installation !== installation)
    throw new Error(`${name} holds a backup of another installation. Nothing was changed. Name an empty place.`);
  if (begun) return print('A backup was cut off here. Its files are kept, and its tables are read again.');
  for await (const { key } of place.list()) throw new Error(`${name} is not empty: it holds ${key}. Nothing was changed.`);
  await writeJson(place, begunKey, { installation });
}

async function makeBackup(
  { sides, target, databaseOnly, keyCheck }: Wanted,
  id: string,
  output: OperatorOutput,
): Promise<Manifest> {
  const { db, storage, url } = sides;
  const { place } = target;
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-backup-'));
  const [keysPath, listPath] = [join(folder, 'keys'), join(folder, 'files')];
  const tell = createTeller(output.print);
  try {
    const { held, ...read } = await withSnapshot(url, async (snapshot) => {
      const versions = await readVersions(snapshot.client);
      const tables = await storeTables(snapshot, place, (done, all) => tell(`${done} of ${all} tables`, done === all));
      if (!databaseOnly) await pipeline(namedKeys(snapshot), createWriteStream(keysPath));
      return { ...versions, ...tables, madeAt: snapshot.madeAt, held: await heldItems(snapshot) };
    });
    let renewedAt = performance.now();
    const onStep = async (files: number, sizeBytes: number) => {
      tell(`${countFiles(files)}, ${grouped(sizeBytes)} B`);
      if (performance.now() - renewedAt < RENEW_MS) return;
      await renewStay(db, id);
      renewedAt = performance.now();
    };
    const files = databaseOnly ? null : await copyFiles({ from: storage, to: place, keysPath, listPath, held }, onStep);
    // What went meanwhile would be missing: a backup that stood still for days is none.
    await renewStay(db, id);
    const manifest: Manifest = { format: 1, id, product: productVersion(), keyCheck, ...read, files };
    await writeJson(place, manifestKey, manifest);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sizeOf = ({ tables, files }: Manifest): number =>
  tables.reduce((sum, { file }) => sum + file.sizeBytes, 0) + (files?.sizeBytes ?? 0);

async function runBackup(wanted: Wanted, output: OperatorOutput): Promise<Manifest> {
  const { db } = wanted.sides;
  const id = await beginStay(db, wanted.target.name);
  try {
    const manifest = await makeBackup(wanted, id, output);
    const whole = { files: manifest.files?.count ?? 0, sizeBytes: sizeOf(manifest) };
    await endStay(db, id, whole, wanted.databaseOnly ? databaseOnlyHours : 0);
    return manifest;
  } catch (error) {
    await endStay(db, id, null).catch(() => undefined);
    throw error;
  }
}

function tellOf({ tables, files, madeAt }: Manifest, { name }: Target, { print, complain }: OperatorOutput): number {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${grouped(rows)} rows of ${tables.length} tables, as they were at ${madeAt}.`);
  if (files) print(`${countFiles(files.count)}, ${grouped(files.sizeBytes)} B.`);
  else print(`No files: copy them yourself within ${databaseOnlyHours} hours. Until then none is removed.`);
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
    const { config, db } = sides;
    const [target, keyCheck] = [await openTarget(word, config), await ownKeyCheck(config)];
    await prepareTarget(target, (await installationIds(sides)).database, output);
    const act = { action: 'backup', subject: target.name, detail: { databaseOnly } };
    const manifest = await recordLong(
      db,
      act,
      () => runBackup({ sides, target, databaseOnly, keyCheck }, output),
      ({ id, files, madeAt }) => ({ id, madeAt, files: files?.count ?? 0, missing: files?.missing.length ?? 0 }),
    );
    return tellOf(manifest, target, output);
  });
};
