import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageOf } from '../src/billing/usage.ts';
import { createDb, type Db } from '../src/db/client.ts';
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { account, membership, operatorLog, usageEntry, user } from '../src/db/schema.ts';
import { lockDataDir } from '../src/supervisor/data-dir-lock.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';
import { operate } from './helpers/operator.ts';

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

const withUrl = (args: string[]) => operate(args, { DATABASE_URL: test.url });

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
    const empty = await operate(args, { DATA_DIR: dataDir });
    expect(empty).toMatchObject({ code: 1, errors: expect.stringContaining('There is no database in') });
    const away = await operate(args, { DATABASE_URL: 'postgresql://localhost:1/x' });
    expect(away).toMatchObject({ code: 1, errors: expect.stringContaining('The database could not be used') });
    const unread = await operate(args, { DATABASE_URL: 'mysql://localhost' });
    expect(unread).toMatchObject({ code: 1, errors: expect.stringContaining('DATABASE_URL') });
    rmSync(dataDir, { recursive: true });
  });

  it('UP-08 uses the embedded database of a running server, starts it when none runs, and waits its turn', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-operator-'));
    const grant = () => operate(['grant', 'eve@example.com', '7', '--reason', 'x'], { DATA_DIR: dataDir });
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

describe('clearframe retention', () => {
  const email = 'keeper@example.com';
  const max = { RETENTION_SAFE_DAYS_MAX: '60' };
  const withBound = (args: string[]) => operate(args, { DATABASE_URL: test.url, ...max });
  let accountId: string;
  beforeAll(async () => {
    accountId = await addPerson(test.db, email);
  });

  it('OPS-02 sets what is named, shows it, and writes it into the log', async () => {
    const set = await withUrl(['retention', 'set', email, '--safe-days', '30', '--logs-days', '90', '--reason', 'contract 7']);
    expect(set).toMatchObject({ code: 0, errors: '' });
    expect(set.out).toContain('The next daily run removes older data forever.');
    await withUrl(['retention', 'set', email, '--logs-days', 'forever', '--reason', 'they asked']);
    const shown = await withUrl(['retention', 'show', 'Keeper@Example.com']);
    expect(shown.out).toMatch(/safe items +30 days\n +flagged and undecided items +for ever\n/);
    expect((await withUrl(['retention', 'show'])).out).toContain(`Account ${accountId}, owned by ${email}:`);
    const [before, after] = [
      { safeDays: 30, flaggedDays: null, resultsDays: null, logsDays: 90 },
      { safeDays: 30, flaggedDays: null, resultsDays: null, logsDays: null },
    ];
    const of = eq(operatorLog.subject, `account ${accountId}`);
    const acts = await test.db.select().from(operatorLog).where(of).orderBy(operatorLog.seq);
    expect(acts.map(({ action, reason }) => [action, reason])).toEqual([
      ['retention set', 'contract 7'],
      ['retention set', 'they asked'],
    ]);
    expect(acts[1]?.detail).toEqual({ before, after });
  });

  it('OPS-02 refuses more than the bound of the installation, and shows what the bound cuts', async () => {
    const refused = await withBound(['retention', 'set', email, '--safe-days', '61', '--reason', 'x']);
    expect(refused).toMatchObject({
      code: 1,
      errors: '--safe-days: 61 is more than RETENTION_SAFE_DAYS_MAX lets any account keep: 60. Nothing changed.',
    });
    await withUrl(['retention', 'set', email, '--safe-days', '100', '--reason', 'before there was a bound']);
    const shown = await withBound(['retention', 'show', email]);
    expect(shown.out).toMatch(/safe items +60 days {2}\(RETENTION_SAFE_DAYS_MAX; the account's own setting: 100 days\)/);
  });

  it.each([
    [['show', 'a@example.com', 'more'], 'retention takes show [EMAIL], or set EMAIL'],
    [['show', '--safe-days', '3'], 'retention show changes nothing'],
    [['set', 'a@example.com', '--reason', 'x'], 'retention set takes at least one of --safe-days'],
    [
      ['set', 'a@example.com', '--safe-days', '0', '--reason', 'x'],
      '--safe-days: "0" is not accepted: a number of days, 1 to 3650, or forever.',
    ],
    [['set', 'a@example.com', '--safe-days', '1e2', '--reason', 'x'], '--safe-days: "1e2" is not accepted'],
    [
      ['set', 'a@example.com', '--logs-days', '29', '--reason', 'x'],
      '--logs-days: "29" is not accepted: a number of days, 30 to 3650',
    ],
    [['set', 'a@example.com', '--safe-days', '3'], '--reason is missing'],
  ])('OPS-02 does not understand %j, and says how it is meant', async (args, line) => {
    const { code, errors } = await withUrl(['retention', ...args]);
    expect([code, errors.split('\n')[0]]).toEqual([2, expect.stringContaining(line)]);
  });

  it('OPS-02 says whose account there is not', async () => {
    const none = await withUrl(['retention', 'set', 'none@example.com', '--safe-days', '3', '--reason', 'x']);
    expect(none).toMatchObject({ code: 1, errors: 'There is no account with the address none@example.com.' });
  });
});
