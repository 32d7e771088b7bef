import { z } from 'zod';
import { ObjectMissing, type Storage } from '../../storage/storage.ts';

/** Where a backup has its parts, beside the files of items, which have the keys that they had. */
export const begunKey = 'backup/begun.json';
export const manifestKey = 'backup/manifest.json';
/** In a folder of each run: two runs at one place never write over each other. @param id of the run */
export const filesKey = (id: string): string => `backup/${id}/files.gz`;
export const tableKey = (id: string, schema: string, name: string): string => `database/${id}/${schema}.${name}.copy.gz`;

/** Far more than a manifest with 10,000 missing files takes. */
const jsonMaxBytes = 16 * 1024 * 1024;

const StoredFile = z.object({ key: z.string(), sizeBytes: z.number().int(), md5: z.hex().length(32) });
export type StoredFile = z.output<typeof StoredFile>;
/** One that was packed by gzip. `unpackedBytes` bounds what comes out of it. */
const PackedFile = StoredFile.extend({ unpackedBytes: z.number().int() });
export type PackedFile = z.output<typeof PackedFile>;

const Begun = z.object({ installation: z.uuid() });

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
  file: PackedFile,
});
/** Where the next number of a column comes from. `last` is null where it gave none. */
const Sequence = z.object({ schema: z.string(), table: z.string(), column: z.string(), last: z.string().nullable() });

const Contents = z.object({
  format: z.literal(1),
  id: z.uuid(),
  installation: z.uuid(),
  /** Of the server that made it. */
  product: z.string(),
  /** Every row is as it was then, by the database's clock. */
  madeAt: z.iso.datetime(),
  /** The last migration. */
  tablesVersion: z.object({ when: z.number().int(), hash: z.string() }),
  queueVersion: z.number().int(),
  /** What SECRET_KEY signs: it tells whether another key is the same one, and nothing of the key. */
  keyCheck: z.string(),
  /** In the order in which they can be loaded: what is referred to comes first. */
  tables: z.array(Table),
  sequences: z.array(Sequence),
  /** null = of the database alone. `list` has a line for each file: key, size and MD5. */
  files: z
    .object({ count: z.number().int(), sizeBytes: z.number().int(), list: PackedFile, missing: z.array(z.string()) })
    .nullable(),
});
export type Contents = z.output<typeof Contents>;

/**
 * What a backup is made of. It is written last, so that a backup without it is known to be cut off. `seal` is what SECRET_KEY signs of
 * {@link signedText}.
 */
export const Manifest = Contents.extend({ seal: z.string() });
export type Manifest = z.output<typeof Manifest>;

/** Everything that the manifest says, always in the same order. */
export const signedText = (manifest: Contents): string => JSON.stringify(Contents.parse(manifest));

async function readJson<T>(place: Storage, key: string, shape: z.ZodType<T>): Promise<T | null> {
  const unreadable = () => new Error(`${key} of the backup cannot be read: it is damaged, or of another version.`);
  try {
    if ((await place.size(key)) > jsonMaxBytes) throw unreadable();
    return shape.parse(JSON.parse(Buffer.from(await place.get(key)).toString()));
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error instanceof SyntaxError || error instanceof z.ZodError ? unreadable() : error;
  }
}

/** @returns null where there is no whole backup */
export const readManifest = (place: Storage): Promise<Manifest | null> => readJson(place, manifestKey, Manifest);
/** @returns null where none was begun */
export const readBegun = (place: Storage) => readJson(place, begunKey, Begun);

export const writeJson = (place: Storage, key: string, value: object) =>
  place.put(key, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
