import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { createContext } from '../src/create-context.ts';
import { createDb, type Db } from '../src/db/client.ts';
import { freeze } from '../src/db/freeze.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { analysis, installation, media, operatorLog, usageEntry } from '../src/db/schema.ts';
import { createLog } from '../src/log.ts';
import { moderate } from '../src/moderation/analyse/moderate.ts';
import { bringUp } from '../src/objects/bring-up.ts';
import { isSameInstallation } from '../src/objects/installation.ts';
import { withOldDatabase } from '../src/operator/move-database/old-database.ts';
import { differences } from '../src/operator/move-database/row-sums.ts';
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
let person: Uploader;
const ending: (() => unknown)[] = [];

beforeEach(async () => {
  built = await build({ config: { secretKey } });
  ending.push(() => built.close());
  person = await createUploader(built, 100);
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const old = () => ({ DATABASE_URL: built.database.url, DATA_DIR: built.dataDir, SECRET_KEY: secretKey });
const operator = (...args: string[]) => operate(args, old());
const move = () => operator('move-database', empty.url);
const form = async () => await multipart({ media: file(picture('formats/pears.png')) });
const uploadQueued = () => person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
const upload = () => person.apiUpload({ media: file(picture('formats/pears.png')) });

/** What a start does before anything answers. */
async function start(env: Record<string, string>): Promise<unknown> {
  const config = readConfig(env);
  const url = config.databaseUrl ?? '';
  const never = new AbortController().signal;
  return await bringUp(config, { url, print: () => undefined, signal: never }).catch((error: unknown) => String(error));
}
async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = createDb({ url, max: 1, name: 'clearframe test' });
  return await work(db).finally(close);
}
const takesWrites = async (): Promise<boolean> => {
  const client = new pg.Client({ connectionString: built.database.url });
  await client.connect();
  const { rows } = await client.query("select current_setting('transaction_read_only') as value").finally(() => client.end());
  return rows[0]?.value === 'off';
};

describe('clearframe move-database', () => {
  it('OPS-01 OPS-04 brings every row into an empty PostgreSQL, which judges the next picture; the old one starts no more', async () => {
    await runQueuedModeration(built, quickExaminer);
    for (let count = 0; count < 3; count += 1) resultOf(await upload());
    // One whose analysis is under way, as far as the database knows.
    await built.context.queue.stop();
    expect((await uploadQueued()).statusCode).toBe(202);
    await built.database.pool.query(
      "update pgboss.job set state = 'active', started_on = now() where name = 'moderate-media' and state = 'created'",
    );
    const before = await built.context.db.select().from(media).orderBy(media.id);

    const moved = await move();
    expect(moved).toMatchObject({ code: 0, errors: '' });
    expect(moved.out).toMatch(/[\d,]+ rows of \d+ tables are the same on both sides\./);
    expect(moved.out).toMatch(/^DATABASE_URL=postgres/m);

    // Another machine that still runs: refused for now, as by a database that fails over.
    const refused = await upload();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await start(old())).toMatch(/^ConfigError: DATABASE_URL: The database .* was moved at .*Set it to the address of/);
    expect((await move()).errors).toContain('was moved already');

    expect(await start({ ...old(), DATABASE_URL: empty.url })).toBeUndefined();
    await withDb(empty.url, async (db) => {
      expect(await db.select().from(media).orderBy(media.id)).toEqual(before);
      // What was made this month lies in its part, as on a new installation.
      expect((await db.execute(sql`select from analysis_default`)).rows).toEqual([]);
      expect((await db.select().from(analysis)).length).toBe(3);
      expect(await isSameInstallation({ db, storage: built.context.storage })).toBe(true);
      expect((await db.select().from(operatorLog)).map(({ action, detail }) => [action, detail?.state])).toEqual([
        ['move-database', 'begun'],
        ['move-database', 'ended'],
      ]);
    });
    const config: Config = {
      ...readConfig({ ...old(), DATABASE_URL: empty.url, CAPTCHA: 'off', VIDEO_TOOLS: 'off', LOG_LEVEL: 'silent' }),
    };
    const context = await createContext(config, { log: createLog(config, 'test'), name: 'test' });
    const app = await createApp(context);
    ending.push(
      () => context.close(),
      () => app.close(),
    );
    await context.queue.work('moderate-media', {}, (payload, run) =>
      moderate(context, wholeExaminer(quickExaminer), payload, run),
    );
    const { headers, payload } = await form();
    const authorization = `Bearer ${person.token}`;
    const answer = await app.inject({ method: 'POST', url: '/api/v1/upload', headers: { authorization, ...headers }, payload });
    expect(resultOf(answer).moderation).toMatchObject({ passed: true });
    // The one that was under way is done again, and charged once.
    await expect
      .poll(async () => (await context.db.select().from(media)).map(({ state }) => state))
      .toEqual(Array(5).fill('done'));
    const charged = (await context.db.select().from(usageEntry)).filter(({ kind }) => kind === 'commit');
    expect(charged).toHaveLength(5);
  });

  it('OPS-04 gives up where the copy is not the same, and the old database takes writes again', async () => {
    expect((await uploadQueued()).statusCode).toBe(202);
    // A column that pads what it is given.
    await migrateDatabase(empty.url);
    await withDb(empty.url, (db) => db.execute(sql`alter table media alter column original_filename type character(200)`));
    const failed = await move();
    expect([failed.code, failed.errors]).toEqual([
      1,
      expect.stringMatching(/"media": 1 rows on both sides, and not the same ones\./),
    ]);
    expect(await takesWrites()).toBe(true);
    expect((await uploadQueued()).statusCode).toBe(202);
  });

  it('OPS-04 a move that was cut off leaves no database that starts by mistake, and --undo opens the old one', async () => {
    // Killed after it had closed the database for writes.
    await withOldDatabase(built.database.url, async (client) => {
      const state = `{"state":"moving","to":"The database b at h","at":"2026-11-23T00:00:00Z"}`;
      await client.query('update installation set database_move = $1', [state]);
      await freeze(client);
    });
    expect(await takesWrites()).toBe(false);
    expect(await start(old())).toMatch(/is being moved since .*If it was cut off: clearframe move-database --undo$/);
    expect((await upload()).statusCode).toBe(503);
    const [{ id } = { id: '' }] = await built.context.db.select({ id: installation.id }).from(installation);
    expect(await operator('move-database', '--undo')).toMatchObject({ code: 0, errors: '' });
    expect(await takesWrites()).toBe(true);
    expect(await start(old())).toBeUndefined();
    await withDb(built.database.url, async (db) => {
      const [now] = await db.select().from(installation);
      // A copy that somebody starts all the same does not fit the files.
      expect(now?.id).not.toBe(id);
      expect(await isSameInstallation({ db, storage: built.context.storage })).toBe(true);
    });
    expect((await operator('move-database', '--undo')).errors).toContain('is not being moved');
  });

  it('OPS-04 stays closed where its end could not be written down, because the copy may be started by then', async () => {
    await built.context.db.execute(sql`
      create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`);
    await built.context.db.execute(sql`
      create trigger refuse_end before insert on operator_log for each row when (new.detail ->> 'state' = 'ended')
      execute function refuse_end()`);
    const failed = await move();
    expect(failed.code).toBe(1);
    expect(failed.errors).toMatch(/could not be written down: .*disk full/);
    expect(failed.errors).toContain('--undo');
    expect(await start({ ...old(), DATABASE_URL: empty.url })).toBeUndefined();
    expect([await takesWrites(), await start(old())]).toEqual([false, expect.stringMatching(/is being moved since /)]);
    expect((await operator('move-database', '--undo')).code).toBe(0);
    expect([await takesWrites(), await start(old())]).toEqual([true, undefined]);
    expect(await start({ ...old(), DATABASE_URL: empty.url })).toMatch(/belongs to installation .* but .* to /);
  });

  it('OPS-04 begins anew after a death, refuses a second command beside it, and goes back only when that is meant', async () => {
    await withOldDatabase(built.database.url, async (client) => {
      await client.query(`update installation set database_move = '{"state":"moving","to":"x","at":"y"}'`);
      await freeze(client);
      expect((await move()).errors).toContain('Another command moves this database now');
    });
    expect((await move()).code).toBe(0);
    const asked = await operator('move-database', '--undo');
    expect([asked.code, asked.errors]).toEqual([1, expect.stringContaining('--undo --confirm')]);
    expect((await operator('move-database', '--undo', '--confirm')).code).toBe(0);
    expect(await takesWrites()).toBe(true);
    expect(await start({ ...old(), DATABASE_URL: empty.url })).toMatch(/belongs to installation .* but .* to /);
    // It is not empty any more, so nothing is closed for it.
    const full = await move();
    expect([full.code, full.errors]).toEqual([1, expect.stringContaining('is not empty')]);
    expect(await takesWrites()).toBe(true);
  });

  it('OPS-01 refuses an address that is none or of a database that cannot be used, and repeats no password', async () => {
    for (const words of [[], ['mysql://u:hush-hush@h/d'], ['postgres://u:hush-hush@'], ['--confirm'], [empty.url, 'more']]) {
      const { code, errors, out } = await operator('move-database', ...words);
      expect([code, `${errors}${out}`.includes('hush-hush')]).toEqual([2, false]);
    }
    const away = await operator('move-database', 'postgres://u:hush-hush@127.0.0.1:1/d');
    expect([away.code, away.errors]).toEqual([1, expect.stringContaining('does not answer')]);
    expect(away.errors).not.toContain('hush-hush');
    expect(await takesWrites()).toBe(true);
  });
});

describe('rows of two databases', () => {
  it('OPS-04 are compared by number and by what is in them', () => {
    const here = [
      { name: 'a', rows: 2, sum: '10' },
      { name: 'b', rows: 1, sum: null },
    ];
    expect(differences(here, here)).toEqual([]);
    expect(differences(here, [{ name: 'a', rows: 2, sum: '11' }])).toEqual([
      'a: 2 rows on both sides, and not the same ones.',
      'b: 1 rows here, 0 there.',
    ]);
  });
});
