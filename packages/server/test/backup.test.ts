import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createContext } from '../src/create-context.ts';
import { createDb, type Db } from '../src/db/client.ts';
import { backup as backupTable, media, objectRemoval, usagePeriod } from '../src/db/schema.ts';
import { createLog } from '../src/log.ts';
import { moderate } from '../src/moderation/analyse/moderate.ts';
import { beginStay, endStay, renewStay, whileStaying } from '../src/objects/files-stay.ts';
import { hasObject } from '../src/objects/has-object.ts';
import { drainRemovals, nameForRemoval } from '../src/objects/object-removal.ts';
import { createDiskStorage } from '../src/storage/disk-storage.ts';
import { type Built, build } from './helpers/build.ts';
import { emptyDatabaseEach } from './helpers/empty-database.ts';
import { operate } from './helpers/operator.ts';
import {
  createUploader,
  file,
  multipart,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  type Uploader,
  wholeExaminer,
} from './helpers/uploads.ts';

const secretKey = 'a-key-of-tests-'.repeat(3);
const empty = emptyDatabaseEach();
let built: Built;
let uploader: Uploader;
/** Where a backup goes, and the folder of the server that it is restored for. */
let place: string;
let otherDir: string;

beforeAll(async () => {
  // One test uploads for as long as a backup takes.
  built = await build({ config: { secretKey, rateLimitScale: 1_000 } });
  uploader = await createUploader(built, 1_000);
  await runQueuedModeration(built, quickExaminer, 2);
});
afterAll(() => built.close());
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'clearframe-backup-'));
  otherDir = mkdtempSync(join(tmpdir(), 'clearframe-restored-'));
});
afterEach(() => {
  for (const folder of [place, otherDir]) rmSync(folder, { recursive: true });
});

const operator = (args: string[], env: Record<string, string>) => operate(args, { SECRET_KEY: secretKey, ...env });

const here = () => ({ DATABASE_URL: built.database.url, DATA_DIR: built.dataDir });
const there = () => ({ DATABASE_URL: empty.url, DATA_DIR: otherDir });
const makeBackup = (...options: string[]) => operator(['backup', place, ...options], here());
const restoreThere = (env: Record<string, string> = {}) => operator(['restore', place], { ...there(), ...env });

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = createDb({ url, max: 2, name: 'clearframe test' });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Every row of every table of ours, but for what a restore writes itself. */
async function contents(db: Db): Promise<Record<string, unknown[]>> {
  const tables = await db.execute<{ name: string }>(
    // A table in months is compared as a whole: a restore puts its rows into parts of its own.
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const own = new Set(['backup', 'installation', 'operator_log', 'process']);
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables.rows.filter((table) => !own.has(table.name))) {
    const rows = await db.execute<{ row: unknown }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by to_jsonb(t)::text`,
    );
    all[name] = rows.rows.map(({ row }) => row);
  }
  return all;
}

const upload = async (name = 'benign/pears.webp') =>
  resultOf(await uploader.upload({ media: file(picture(name), 'pears.webp') }));

describe('clearframe backup and restore', () => {
  it('OPS-04 takes a server over while it works: rows, files and ledger fit, and the copy judges the next picture', async () => {
    await upload();
    let isMade = false;
    let taken = 0;
    const load = (async () => {
      for (; !isMade; taken += 1) await upload();
    })();
    const made = await makeBackup();
    isMade = true;
    await load;
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.out).toContain(`The backup is whole: ${place}`);
    expect(taken, 'uploads while it was made').toBeGreaterThan(0);

    const restored = await restoreThere();
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.out).toMatch(/files? named by the database, 0 of them missing/);
    expect(restored.out).toMatch(/1 periods? of frames, 0 of them with counters/);
    await withDb(empty.url, async (db) => {
      const items = await db.select().from(media).orderBy(asc(media.id));
      const all = await built.context.db.$count(media);
      expect(items.length, 'as it was at one moment').toBeLessThan(all);
      const storage = createDiskStorage(join(otherDir, 'objects'));
      for (const { objectKey } of items) expect(await hasObject(storage, objectKey), objectKey).toBe(true);
    });

    const config = {
      ...readConfig({ DATA_DIR: otherDir, CAPTCHA: 'off', VIDEO_TOOLS: 'off', LOG_LEVEL: 'silent', SECRET_KEY: secretKey }),
      databaseUrl: empty.url,
    };
    const context = await createContext(config, { log: createLog(config, 'test'), name: 'test' });
    const app = await createApp(context);
    try {
      await context.queue.work('moderate-media', {}, (payload, run) =>
        moderate(context, wholeExaminer(quickExaminer), payload, run),
      );
      const form = await multipart({ media: file(picture('benign/pears.webp'), 'pears.webp') });
      const headers = { authorization: `Bearer ${uploader.token}`, ...form.headers };
      const answer = await app.inject({ method: 'POST', url: '/api/v1/upload', headers, payload: form.payload });
      expect(resultOf(answer).moderation).toMatchObject({ passed: true });
    } finally {
      await app.close();
      await context.close();
    }
  });

  it('OPS-04 SEC-02 carries every row of every table as it was, for its owner alone, and says whose copy it is', async () => {
    const before = await contents(built.context.db);
    expect((await makeBackup()).code).toBe(0);
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    const open = entries.filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0);
    expect(entries.length).toBeGreaterThan(60);
    expect(open.map(({ name }) => name)).toEqual([]);
    expect((await restoreThere()).code).toBe(0);
    await withDb(empty.url, async (db) => {
      expect(await contents(db)).toEqual(before);
      const ids = async (of: Db) => (await of.execute<{ id: string }>(sql`select id from installation`)).rows[0]?.id;
      const [copy, original] = [await ids(db), await ids(built.context.db)];
      expect(copy).not.toBe(original);
      const stored = JSON.parse(readFileSync(join(otherDir, 'objects/clearframe-installation.json'), 'utf8'));
      expect(stored).toEqual({ installation: copy });
    });
    const log = await operator(['log'], there());
    expect(log.out).toMatch(/backup {2}.*state begun[\s\S]* restore {2}.*state ended, addsUp true/);
  });

  it('OPS-04 does a job that ran at that moment once more, and does not count it as a try', async () => {
    const queue = await built.context.db.execute<{ id: string }>(
      sql`insert into pgboss.job (name, data, state, started_on, retry_limit)
        values ('send-mail', '{}', 'active', now(), 2) returning id`,
    );
    const [job] = queue.rows;
    await makeBackup();
    await built.context.db.execute(sql`delete from pgboss.job where id = ${job?.id}`);
    await restoreThere();
    await withDb(empty.url, async (db) => {
      const { rows } = await db.execute(sql`select state, retry_limit from pgboss.job where id = ${job?.id}`);
      expect(rows).toEqual([{ state: 'retry', retry_limit: 3 }]);
    });
  });

  it('OPS-04 keeps what nobody needs any more while it runs, and takes it away afterwards', async () => {
    const { context } = built;
    const { db, storage } = context;
    const key = `${uploader.accountId}/0190a000-0000-7000-8000-000000000001/original.webp`;
    await storage.put(key, Buffer.from('replaced'));
    const id = await beginStay(db, place);
    await db.transaction((tx) => nameForRemoval(tx, [key]));
    const drain = () => drainRemovals(context, new AbortController().signal);
    await drain();
    expect(await hasObject(storage, key)).toBe(true);
    await renewStay(db, id);
    await endStay(db, id, null);
    await drain();
    expect(await hasObject(storage, key)).toBe(false);
    expect(await db.$count(objectRemoval, eq(objectRemoval.key, key))).toBe(0);
    await expect(renewStay(db, id)).rejects.toThrow('stood still');
  });

  it('OPS-04 keeps files two hours from its last sign of life on, and gives one while a single file takes long', async () => {
    const { db } = built.context;
    const id = await beginStay(db, place);
    const left = async () => {
      const { rows } = await db.execute<{ minutes: number }>(
        sql`select round(extract(epoch from files_stay_until - now()) / 60)::int as minutes from backup where id = ${id}`,
      );
      return rows[0]?.minutes;
    };
    expect(await left()).toBe(120);
    const stand = (minutes: number) =>
      db
        .update(backupTable)
        .set({ filesStayUntil: sql`now() + ${minutes} * interval '1 minute'` })
        .where(eq(backupTable.id, id));
    await stand(5);
    let look = () => {};
    const work = async () => {
      look();
      await expect.poll(left).toBe(120);
      return 'done';
    };
    const repeat = (renew: () => void) => {
      look = renew;
      return () => {
        look = () => expect.unreachable('it gives signs of life no longer');
      };
    };
    expect(await whileStaying(db, id, work, repeat)).toBe('done');
    await expect(whileStaying(db, id, () => stand(-1), repeat)).rejects.toThrow('stood still');
    await endStay(db, id, null);
  });

  it('OPS-04 goes on where it was cut off, and is no backup before', async () => {
    const { id } = (await upload()).media_upload;
    const [item] = await built.context.db.select().from(media).where(eq(media.id, id));
    const path = join(built.dataDir, 'objects', item?.objectKey ?? '');
    const bytes = readFileSync(path);
    // A folder where a file was cannot be read: the copying ends there.
    rmSync(path);
    mkdirSync(path);
    const broken = await makeBackup();
    expect(broken.code).toBe(1);
    expect(await restoreThere()).toMatchObject({
      code: 1,
      errors: `The backup in ${place} is not whole: it was cut off. Run it again.`,
    });
    rmSync(path, { recursive: true });
    writeFileSync(path, bytes);
    const again = await makeBackup();
    expect(again).toMatchObject({ code: 0, errors: '' });
    expect(again.out).toContain('An earlier backup stopped here.');
    expect((await operator(['restore', place, '--check-only'], there())).out).toContain('whole and undamaged');
    expect(await makeBackup()).toMatchObject({ code: 1 });
  });

  it('OPS-04 is made once at a time: of two into one place the second is refused, and what the first made is whole', async () => {
    const both = await Promise.all([makeBackup(), makeBackup()]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(both.map(({ errors }) => errors).join('')).toMatch(/is under way\. Nothing was changed\.|holds the backup of/);
    expect(await restoreThere()).toMatchObject({ code: 0, errors: '' });
  });

  it('OPS-04 stays whole where two were made at once under two names of one folder', async () => {
    const other = join(otherDir, 'another-name');
    symlinkSync(place, other);
    const both = await Promise.all([makeBackup(), operator(['backup', other], here())]);
    expect(both.some(({ code }) => code === 0)).toBe(true);
    rmSync(other);
    expect(await restoreThere()).toMatchObject({ code: 0, errors: '' });
  });

  it('SEC-02 is refused where somebody without the key changed what its manifest says', async () => {
    await makeBackup();
    const path = join(place, 'backup/manifest.json');
    const text = readFileSync(path, 'utf8');
    const manifest = JSON.parse(text);
    const [first] = manifest.tables;
    const changes = [
      { sequences: [] },
      { installation: crypto.randomUUID() },
      { tables: [{ ...first, name: 'user' }, ...manifest.tables.slice(1)] },
      { tables: manifest.tables.map((table: object) => ({ ...table, rows: 0 })) },
      { files: { ...manifest.files, count: 1 } },
      { seal: 'x' },
    ];
    for (const change of changes) {
      writeFileSync(path, JSON.stringify({ ...manifest, ...change }));
      const { code, errors } = await restoreThere();
      expect([code, errors], JSON.stringify(change).slice(0, 60)).toEqual([1, expect.stringContaining('Somebody changed')]);
    }
    await withDb(empty.url, async (db) => {
      const { rows } = await db.execute(sql`select to_regclass('media') as made`);
      expect(rows).toEqual([{ made: null }]);
    });
    truncateSync(path, 17 * 1024 * 1024);
    expect(await restoreThere()).toMatchObject({ code: 1, errors: expect.stringContaining('cannot be read') });
    // Written in another order it says the same.
    writeFileSync(path, JSON.stringify(Object.fromEntries(Object.entries(manifest).reverse())));
    expect((await restoreThere()).code).toBe(0);
  });

  it('OPS-04 is refused under another key, into rows, onto files, and where a table was damaged', async () => {
    await makeBackup();
    const refused = async (env: Record<string, string>, sentence: string) => {
      const { code, errors } = await restoreThere(env);
      expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining(sentence) });
    };
    await refused({ SECRET_KEY: 'another-key-'.repeat(4) }, 'The backup was made under another key than SECRET_KEY.');
    await refused({ DATABASE_URL: built.database.url }, 'The database is not empty: its table');
    const stray = join(otherDir, 'objects', uploader.accountId);
    mkdirSync(join(stray, 'item'), { recursive: true });
    writeFileSync(join(stray, 'item/original.png'), 'somebody else’s');
    await refused({}, 'is not empty: it holds');
    rmSync(join(otherDir, 'objects'), { recursive: true });
    const [run = ''] = readdirSync(join(place, 'database'));
    const table = join(place, 'database', run, 'public.media.copy.gz');
    const bytes = readFileSync(table);
    writeFileSync(table, Buffer.from(bytes).reverse());
    await refused({}, 'is not what was stored there');
    await withDb(empty.url, async (db) => expect(await db.$count(media)).toBe(0));
    const checked = await operator(['restore', place, '--check-only'], there());
    expect(checked).toMatchObject({ code: 1, errors: expect.stringContaining('public.media.copy.gz') });
    appendFileSync(table, 'more');
    await refused({}, 'is not what was stored there');
    writeFileSync(table, bytes);
    // Cut off by the damage, it goes on: the tables are there and hold no rows.
    expect((await restoreThere()).code).toBe(0);
  });

  it('OPS-04 says which files are missing and which counters are not the sums of the ledger', async () => {
    await makeBackup();
    await restoreThere();
    const compare = () => operator(['restore', '--check-only'], there());
    expect((await compare()).code).toBe(0);
    const [item] = await built.context.db.select().from(media).where(eq(media.state, 'done')).limit(1);
    rmSync(join(otherDir, 'objects', item?.objectKey ?? ''));
    await withDb(empty.url, (db) => db.update(usagePeriod).set({ used: sql`${usagePeriod.used} + 1` }));
    const { code, errors } = await compare();
    expect(code).toBe(1);
    expect(errors).toContain(`missing  ${item?.objectKey}`);
    expect(errors).toMatch(/account .*: counters 1000\/(\d+)\/0\/\1, ledger 1000\//);
  });

  it('OPS-04 takes the database alone onto the files of its installation', async () => {
    const made = await makeBackup('--database-only');
    expect(made.out).toContain('No files included: copy them yourself within 12 hours.');
    const nowhere = await restoreThere();
    expect(nowhere).toMatchObject({ code: 1, errors: expect.stringContaining('The backup has no files') });
    const restored = await restoreThere({ DATA_DIR: built.dataDir });
    expect(restored).toMatchObject({ code: 0, errors: '' });
  });

  it.each([
    [['backup'], 'backup takes a place'],
    [['backup', 'one', 'two'], 'backup takes a place'],
    [['backup', 'one', '--check-only'], 'backup takes a place'],
    [['restore'], 'restore takes the place of a backup'],
    [['restore', 'one', '--database-only'], 'restore takes the place of a backup'],
    [['backup', 's3://bucket'], 'an address such as s3://bucket/folder'],
    [['backup', 's3://bucket/folder'], 'this server speaks to no S3'],
  ])('OPS-03 refuses %j with a sentence', async (args, sentence) => {
    expect(await operator(args, here())).toMatchObject({ code: 2, errors: expect.stringContaining(sentence) });
  });

  it('OPS-03 refuses a place among the files of this server', async () => {
    for (const folder of ['objects', 'objects/backup', '.'])
      expect(await operator(['backup', join(built.dataDir, folder)], here())).toMatchObject({ code: 2 });
  });
});

describe('the log of operators', () => {
  it('SEC-03 holds who did what, newest last, and refuses to be changed or emptied', async () => {
    const { db } = built.context;
    const { id } = (await upload()).media_upload;
    await operator(['hold', id, '--reason', 'case 12'], here());
    await operator(['release', id, '--reason', 'closed'], here());
    const { out } = await operator(['log', '--last', '2'], here());
    const lines = out.split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(new RegExp(`@.* {2}hold {2}.*${id}.* {2}"case 12"`));
    expect(lines[1]).toMatch(new RegExp(`@.* {2}release {2}.*${id}.* {2}"closed"`));
    for (const statement of [
      sql`update operator_log set reason = 'x'`,
      sql`delete from operator_log`,
      sql`truncate operator_log`,
    ])
      await expect(db.execute(statement)).rejects.toMatchObject({
        cause: expect.objectContaining({ message: 'operator_log is append-only' }),
      });
  });

  it('SEC-03 has no entry for what was refused', async () => {
    const entries = async () => (await operator(['log', '--json'], here())).out;
    const before = await entries();
    await operator(['grant', 'nobody@example.com', '5', '--reason', 'x'], here());
    await operator(['hold', '0190a000-0000-7000-8000-000000000009', '--reason', 'x'], here());
    expect(await entries()).toBe(before);
  });
});
