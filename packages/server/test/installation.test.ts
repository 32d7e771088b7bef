import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { unconfined } from '../src/confinement/level.ts';
import { account, installation, media } from '../src/db/schema.ts';
import { adoptInstallation, joinInstallation } from '../src/objects/installation.ts';
import { runOperator } from '../src/operator/run-operator.ts';
import { uuidV7 } from '../src/security/new-id.ts';
import { createDiskStorage } from '../src/storage/disk-storage.ts';
import { installationKey } from '../src/storage/object-key.ts';
import type { Storage } from '../src/storage/storage.ts';
import { prepare } from '../src/supervisor/prepare.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

const names = { database: 'The database one', storage: '/files', variable: 'DATA_DIR' };
const advice = /Nothing was changed\. Check DATABASE_URL and DATA_DIR\. .* run: clearframe storage adopt$/;

describe('the installation of a database and its files', () => {
  let one: TestDatabase;
  let other: TestDatabase;
  let dataDir: string;
  let storage: Storage;
  beforeEach(async () => {
    [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    dataDir = mkdtempSync(join(tmpdir(), 'clearframe-installation-'));
    storage = createDiskStorage(join(dataDir, 'objects'));
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Items with their files, as an earlier version left them: without any id. */
  async function fill({ db }: TestDatabase, count: number, makeId: () => string = randomUUID): Promise<string[]> {
    const accountId = randomUUID();
    await db.insert(account).values({ id: accountId });
    const keys = Array.from({ length: count }, () => `${accountId}/${makeId()}/original.png`);
    const rows = keys.map((objectKey) => ({
      id: objectKey.split('/')[1],
      accountId,
      objectKey,
      source: 'api' as const,
      filename: 'a.png',
      originalFilename: 'a.png',
      tags: [],
      kind: 'png',
      mimeType: 'image/png',
      fileSizeBytes: 1,
      state: 'done' as const,
    }));
    if (count > 0) await db.insert(media).values(rows);
    for (const key of keys) {
      const path = join(dataDir, 'objects', key);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'x');
    }
    return keys;
  }
  const files = () =>
    readdirSync(join(dataDir, 'objects'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.png')).length;
  const joined = ({ db }: TestDatabase, part: Storage = storage) => joinInstallation({ db, storage: part }, names);
  const idOf = async ({ db }: TestDatabase) => (await db.select({ id: installation.id }).from(installation))[0]?.id;
  const idInFiles = async () => JSON.parse(Buffer.from(await storage.get(installationKey)).toString());
  const operator = async ({ url }: TestDatabase, ...args: string[]) => {
    const lines: string[] = [];
    const line = (text: string) => void lines.push(text);
    const code = await runOperator(args, { print: line, complain: line }, { DATABASE_URL: url, DATA_DIR: dataDir });
    return { code, text: lines.join('\n') };
  };

  const entry = fileURLToPath(new URL('../src/processes/prepare.ts', import.meta.url));
  const start = ({ url }: TestDatabase) =>
    prepare(entry, {
      config: { ...readConfig({ DATA_DIR: dataDir, ROLE: 'api', SECRET_KEY: 'k'.repeat(43) }), databaseUrl: url },
      alone: false,
      roles: ['http', 'jobs'],
      picturesFirst: false,
      confinement: unconfined,
    });

  it('OPS-04 does not touch the tables of another installation that DATABASE_URL names by mistake', async () => {
    await joined(one);
    await other.db.insert(installation).values({ id: randomUUID() });
    // A migration would begin with this list.
    await other.pool.query('drop schema drizzle cascade');
    await expect(start(other)).rejects.toThrow('Could not prepare the database or the model (exit 1)');
    const { rows } = await other.pool.query("select to_regnamespace('drizzle') as touched");
    expect(rows).toEqual([{ touched: null }]);
  });

  it('OPS-04 refuses an empty database in front of 1,000 files and removes none; the right one starts again', async () => {
    await fill(one, 1_000);
    // The first start after an upgrade, and every later one.
    await start(one);
    await start(one);
    await expect(start(other)).rejects.toThrow('Could not prepare the database or the model (exit 1)');
    await expect(joined(other)).rejects.toThrow(
      /^The database one names no files, but \/files holds 1,?000 files\. Nothing was changed\./,
    );
    expect(files()).toBe(1_000);
    await start(one);
    expect(await idInFiles()).toEqual({ installation: await idOf(one) });
  });

  it('OPS-03 writes one id to both sides at the first start, and takes it at every later one', async () => {
    const id = await joined(one);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect([await idOf(one), await idInFiles()]).toEqual([id, { installation: id }]);
    expect(await joined(one)).toBe(id);
  });

  it('OPS-04 refuses rows whose files are elsewhere, and another installation, naming both sides', async () => {
    const keys = await fill(one, 3);
    rmSync(join(dataDir, 'objects', keys[0] ?? ''));
    await expect(joined(one)).rejects.toThrow(/^The database one names files that are not in \/files: 1 of 3 looked for\./);
    await expect(joined(one)).rejects.toThrow(advice);
    expect(await idOf(one)).toBeUndefined();
    await expect(idInFiles()).rejects.toThrow();

    rmSync(join(dataDir, 'objects'), { recursive: true });
    const elsewhere = await joinInstallation({ db: other.db, storage }, names);
    await one.db.delete(media);
    await one.db.insert(installation).values({ id: randomUUID() });
    const id = await idOf(one);
    await expect(joined(one)).rejects.toThrow(
      `The database one belongs to installation ${id}, but /files to ${elsewhere}. Nothing was changed.`,
    );
  });

  it('OPS-04 refuses an id that was cut, which it never leaves itself', async () => {
    await joined(one);
    for (const text of ['', '{"installa', '{"installation":7}']) {
      await storage.put(installationKey, Buffer.from(text));
      await expect(joined(one), text).rejects.toThrow(/cannot be read\. Nothing was changed\./);
    }
    expect((await operator(one, 'storage', 'adopt')).code).toBe(0);
    expect(await joined(one)).toBe(await idOf(one));
  });

  it.each([0, 5])('OPS-04 goes on after a start that died between the two ids, with %i items', async (count) => {
    await fill(one, count);
    const dying = {
      ...storage,
      async put(...args: Parameters<Storage['put']>) {
        await storage.put(...args);
        throw new Error('the process died');
      },
    };
    await expect(joined(one, dying)).rejects.toThrow('the process died');
    expect(await idOf(one)).toBeUndefined();
    const { installation: written } = await idInFiles();
    // Another database does not get these files meanwhile.
    if (count > 0) await expect(joined(other)).rejects.toThrow(advice);
    const id = await joined(one);
    expect(id).not.toBe(written);
    expect([await idOf(one), await idInFiles()]).toEqual([id, { installation: id }]);
  });

  it('OPS-04 looks for the files of the newest items too, which an older copy of the files lacks', async () => {
    await fill(one, 150, uuidV7);
    const newer = await fill(one, 150, uuidV7);
    for (const key of newer) rmSync(join(dataDir, 'objects', key));
    expect(await adoptInstallation({ db: one.db, storage })).toMatchObject({ looked: 100, missing: 50 });
  });

  it('OPS-04 gives several first starts at once the same id', async () => {
    await fill(one, 2);
    const ids = await Promise.all([joined(one), joined(one), joined(one)]);
    expect(new Set(ids).size).toBe(1);
  });

  it('OPS-04 lets one of two databases have the files when both start for the first time at once', async () => {
    const started = await Promise.allSettled([joined(one), joined(other)]);
    expect(started.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    // Whatever the order was, one of them is refused from then on.
    let later: boolean[] = [];
    for (let round = 0; round < 2; round += 1) {
      later = [];
      for (const database of [one, other]) {
        const started = joined(database).then(
          () => true,
          () => false,
        );
        later.push(await started);
      }
    }
    expect(later.sort()).toEqual([false, true]);
  });

  it('OPS-03 takes a restored backup: the database with its files, with or without their ids', async () => {
    await fill(one, 4);
    const id = await joined(one);
    await storage.remove([installationKey]);
    expect(await joined(one)).toBe(id);
    await one.db.delete(installation);
    const another = await joined(one);
    expect([await idOf(one), await idInFiles()]).toEqual([another, { installation: another }]);
  });

  it('OPS-04 joins by hand what was refused, and refuses the database that had the files before', async () => {
    await fill(one, 2);
    await joined(one);
    const answer = await operator(other, 'storage', 'adopt');
    expect(answer).toMatchObject({ code: 0, text: expect.stringContaining('names no files') });
    expect(answer.text).toContain(`Both belong to installation ${await idOf(other)} now. No file was removed.`);
    await joined(other);
    await expect(joined(one)).rejects.toThrow(advice);
    expect((await operator(one, 'storage', 'adopt')).text).toContain('2 of 2 files that were looked for are there.');
    expect((await operator(one, 'storage', 'adopt')).text).toContain('already. Nothing changed.');
    await joined(one);
    expect(files()).toBe(2);
  });
});
