import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageOf } from '../src/billing/usage.ts';
import { createDb, type Db } from '../src/db/client.ts';
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { account, membership, usageEntry, user } from '../src/db/schema.ts';
import { runOperator } from '../src/operator/run-operator.ts';
import { lockDataDir } from '../src/supervisor/data-dir-lock.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

let test: TestDatabase;

async function addPerson(db: Db, email: string): Promise<string> {
  return db.transaction(async (tx) => {
    const [made] = await tx.insert(account).values({}).returning();
    const [person] = await tx.insert(user).values({ name: 'Ada', email, emailKey: email, passwordHash: '-' }).returning();
    if (!made || !person) throw new Error('nobody was added');
    await tx.insert(membership).values({ accountId: made.id, userId: person.id, role: 'owner' });
    return made.id;
  });
}

async function run(args: string[], env: Record<string, string>) {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runOperator(args, { print: (line) => out.push(line), complain: (line) => errors.push(line) }, env);
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

const withUrl = (args: string[]) => run(args, { DATABASE_URL: test.url });

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe('clearframe grant', () => {
  it('UP-08 opens a period and writes the reason into the ledger', async () => {
    const accountId = await addPerson(test.db, 'ada@example.com');
    const { code, out, errors } = await withUrl(['grant', 'Ada@Example.com', '500', '--reason', 'load test']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toMatch(/Granted 500 frames to Ada@Example\.com until \d{4}-\d\d-\d\d: load test/);
    expect(out).toContain('500 frames left');
    expect(await usageOf(test.db, accountId, new Date())).toMatchObject({ media_remaining: 500, total_media_allowed: 500 });
    const entries = await test.db.select().from(usageEntry).where(eq(usageEntry.reason, 'load test'));
    expect(entries).toMatchObject([{ kind: 'grant', frames: 500, mediaId: null }]);

    const second = await withUrl(['grant', 'ada@example.com', '20', '--reason', 'some more']);
    expect(second.out).toContain('520 frames left');
  });

  it('UP-08 says who is not known, and changes nothing', async () => {
    const { code, errors } = await withUrl(['grant', 'nobody@example.com', '5', '--reason', 'x']);
    expect({ code, errors }).toEqual({ code: 1, errors: 'There is no account with the address nobody@example.com.' });
  });

  it('UP-08 ends with 2 and shows how it is meant when it is wrongly written', async () => {
    const { code, errors } = await withUrl(['grant', 'ada@example.com', 'many', '--reason', 'x']);
    expect(code).toBe(2);
    expect(errors).toContain('FRAMES: "many"');
    expect(errors).toContain('Usage: clearframe grant');
  });

  it('UP-08 says in a sentence that the database is not there or not reachable', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-operator-'));
    const args = ['grant', 'ada@example.com', '5', '--reason', 'x'];
    const empty = await run(args, { DATA_DIR: dataDir });
    expect(empty).toMatchObject({ code: 1, errors: expect.stringContaining('There is no database in') });
    const away = await run(args, { DATABASE_URL: 'postgresql://localhost:1/x' });
    expect(away).toMatchObject({ code: 1, errors: expect.stringContaining('The database could not be used') });
    const unread = await run(args, { DATABASE_URL: 'mysql://localhost' });
    expect(unread).toMatchObject({ code: 1, errors: expect.stringContaining('DATABASE_URL') });
    rmSync(dataDir, { recursive: true });
  });

  it('UP-08 uses the embedded database of a running server, starts it when none runs, and waits its turn', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-operator-'));
    const grant = () => run(['grant', 'eve@example.com', '7', '--reason', 'x'], { DATA_DIR: dataDir });
    const server = await startEmbeddedPostgres({ dataDir, durable: false });
    await migrateDatabase(server.url);
    const { db, close } = createDb({ url: server.url });
    await addPerson(db, 'eve@example.com');
    await close();
    expect((await grant()).out).toContain('7 frames left');
    await server.stop();

    const release = await lockDataDir(dataDir);
    expect(await grant()).toMatchObject({ code: 1, errors: expect.stringContaining('Please try again') });
    release?.();

    expect((await grant()).out).toContain('14 frames left');
    // It was left stopped and unlocked: the next one starts it again.
    expect((await grant()).out).toContain('21 frames left');
    rmSync(dataDir, { recursive: true });
  });
});
