import { randomUUID } from 'node:crypto';
import { asc, desc, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import type { Db, Tx } from '../db/client.ts';
import { longTransaction } from '../db/long-transaction.ts';
import { dataExport, installation, media } from '../db/schema.ts';
import { installationKey } from '../storage/object-key.ts';
import { ObjectMissing, type Storage } from '../storage/storage.ts';
import { hasObject } from './has-object.ts';

export type Sides = { db: Db; storage: Storage };
/** How the sentences call both sides, and the variable that says where the files are. None holds a password. */
export type SideNames = { database: string; storage: string; variable: string };

/** Database and files do not belong together, or nothing shows that they do. Its message is for the operator. */
class InstallationMismatch extends ConfigError {
  override name = 'InstallationMismatch';
}

/** Any number, the same in every process of every version: of several first starts one writes the ids. */
const lockNumber = 7_270_055;
/** Files are looked for and counted while the lock is held, and other first starts wait for it. */
const comparingMs = 10 * 60_000;
/** Rows whose files are looked for when an id is missing. */
const SAMPLE = 100;
/** Files that a sentence counts at most. */
const COUNTED = 10_000;

const IdFile = z.object({ installation: z.uuid() });

/** The id that the storage holds: null where there is none, 'unreadable' where it is broken. */
export async function storageId(storage: Storage): Promise<string | 'unreadable' | null> {
  try {
    const parsed = IdFile.safeParse(JSON.parse(Buffer.from(await storage.get(installationKey)).toString()));
    return parsed.success ? parsed.data.installation : 'unreadable';
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    if (error instanceof SyntaxError) return 'unreadable';
    throw error;
  }
}

async function databaseId(db: Db | Tx): Promise<string | null> {
  const [row] = await db.select({ id: installation.id }).from(installation);
  return row?.id ?? null;
}

const writeId = (storage: Storage, id: string) =>
  storage.put(installationKey, Buffer.from(`${JSON.stringify({ installation: id })}\n`));

/** Ids that carry their time begin with it, and lie below this one until 2109. Those of older versions are random. */
const afterTimedIds = '04000000-0000-0000-0000-000000000000';

/**
 * Keys that rows of the database name: of the newest items, which an older copy of the files lacks, of some drawn by chance among the
 * random ids of earlier versions, and of the oldest. Those of exports where there is no item.
 */
async function drawKeys(db: Db | Tx): Promise<string[]> {
  const columns = { key: media.objectKey };
  const draw = (where: SQL | undefined, order: SQL, limit = SAMPLE) =>
    db.select(columns).from(media).where(where).orderBy(order).limit(limit);
  const drawn = [
    ...(await draw(lt(media.id, afterTimedIds), desc(media.id), SAMPLE / 2)),
    ...(await draw(gte(media.id, randomUUID()), asc(media.id), SAMPLE / 2)),
  ];
  if (drawn.length < SAMPLE) drawn.push(...(await draw(undefined, asc(media.id))));
  const named = isNotNull(dataExport.objectKey);
  const exports =
    drawn.length > 0 ? [] : await db.select({ key: dataExport.objectKey }).from(dataExport).where(named).limit(SAMPLE);
  const keys = new Set([...drawn, ...exports].map(({ key }) => key).filter((key) => key !== null));
  return [...keys].slice(0, SAMPLE);
}

type Evidence = {
  /** Files of the database that were looked for: at most {@link SAMPLE}. 0 = it names none. */
  looked: number;
  missing: number;
  /** Files of the storage, counted to {@link COUNTED}. */
  files: number;
};

/** What shows whether database and files belong together, apart from their ids. */
async function compareSides(db: Db | Tx, storage: Storage): Promise<Evidence> {
  const keys = await drawKeys(db);
  const absent: string[] = [];
  for (const key of keys) if (!(await hasObject(storage, key))) absent.push(key);
  // An item that another process deleted meanwhile is not missing.
  const items = await db.select({ key: media.objectKey }).from(media).where(inArray(media.objectKey, absent));
  const exports = await db.select({ key: dataExport.objectKey }).from(dataExport).where(inArray(dataExport.objectKey, absent));
  let files = 0;
  for await (const _object of storage.list()) {
    files += 1;
    if (files === COUNTED) break;
  }
  return { looked: keys.length, missing: items.length + exports.length, files };
}

const filesOf = (files: number) => (files >= COUNTED ? `more than ${COUNTED} files` : files === 1 ? '1 file' : `${files} files`);
const advice = ({ variable }: SideNames): string =>
  `Nothing was changed. Check DATABASE_URL and ${variable}. If database and files do belong together, run: clearframe storage adopt`;

function sentenceOf(names: SideNames, { looked, missing, files }: Evidence): string | null {
  if (looked === 0 && files > 0)
    return `${names.database} names no files, but ${names.storage} holds ${filesOf(files)}. ${advice(names)}`;
  if (missing > 0)
    return `${names.database} names files that are not in ${names.storage}: ${missing} of ${looked} looked for. ${advice(names)}`;
  return null;
}

/** What each side says. */
const readIds = async ({ db, storage }: Sides) => ({ database: await databaseId(db), storage: await storageId(storage) });

/** What each side says, also of a database that has no tables yet. */
export async function installationIds({ db, storage }: Sides): Promise<Awaited<ReturnType<typeof readIds>>> {
  const { rows } = await db.execute<{ known: boolean }>(sql`select to_regclass('installation') is not null as known`);
  return rows[0]?.known ? readIds({ db, storage }) : { database: null, storage: await storageId(storage) };
}

/** Whether both sides hold the same id. Without that nothing may be removed. */
export async function isSameInstallation(sides: Sides): Promise<boolean> {
  const ids = await readIds(sides);
  return ids.database !== null && ids.database === ids.storage;
}

const otherOwner = (names: SideNames, inDatabase: string, inStorage: string): InstallationMismatch =>
  new InstallationMismatch(
    `${names.database} belongs to installation ${inDatabase}, but ${names.storage} to ${inStorage}. ${advice(names)}`,
  );

/**
 * Before a database gets newer tables: whether it is known to be another installation's. One that is empty, or from before there were
 * ids, is judged by {@link joinInstallation}.
 * @throws InstallationMismatch
 */
export async function refuseOther(sides: Sides, names: SideNames): Promise<void> {
  const ids = await installationIds(sides);
  if (ids.database === null || ids.storage === null || ids.storage === 'unreadable') return;
  if (ids.database !== ids.storage) throw otherOwner(names, ids.database, ids.storage);
}

/**
 * Sees to it that database and files belong together, at every start and before anything can remove a file. Where an id is missing
 * (the first start, one after an upgrade, one that died between the two) both get it, if they are both empty or the files of the
 * database are there.
 * @throws InstallationMismatch with one sentence that names both sides; nothing was changed
 */
export async function joinInstallation({ db, storage }: Sides, names: SideNames): Promise<string> {
  return longTransaction(db, comparingMs, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
    const [inDatabase, inStorage] = [await databaseId(tx), await storageId(storage)];
    if (inStorage === 'unreadable')
      throw new InstallationMismatch(`${names.storage}: ${installationKey} cannot be read. ${advice(names)}`);
    if (inDatabase !== null && inStorage !== null) {
      if (inDatabase === inStorage) return inDatabase;
      throw otherOwner(names, inDatabase, inStorage);
    }
    const sentence = sentenceOf(names, await compareSides(tx, storage));
    if (sentence !== null) throw new InstallationMismatch(sentence);
    // A database without an id never takes one that it finds: a server on another database may hold it.
    const id = inDatabase ?? randomUUID();
    // The file first: a start that dies here finds one id, and both sides as they were.
    await writeId(storage, id);
    if (inDatabase === null) await tx.insert(installation).values({ id });
    // Another database may have chosen the same files at the same moment.
    const now = await storageId(storage);
    if (now !== id) throw new InstallationMismatch(`Another server took ${names.storage} at this moment. ${advice(names)}`);
    return id;
  });
}

export type Adopted = Evidence & { id: string; was: { database: string | null; storage: string | null } };

/** Joins both sides by hand: the files get the database's id, so that a server on their old database is refused from then on. */
export async function adoptInstallation({ db, storage }: Sides): Promise<Adopted> {
  return longTransaction(db, comparingMs, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
    const was = { database: await databaseId(tx), storage: await storageId(storage) };
    const id = was.database ?? randomUUID();
    const evidence = await compareSides(tx, storage);
    if (was.storage !== id) await writeId(storage, id);
    if (was.database === null) await tx.insert(installation).values({ id });
    return { ...evidence, id, was };
  });
}

/** Gives both sides a new id, so that another database with the same rows can remove none of the files. @returns the id */
export async function renewInstallation({ db, storage }: Sides): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
    const id = randomUUID();
    await tx.update(installation).set({ id });
    await writeId(storage, id);
    return id;
  });
}
