import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { createDb } from '../src/db/client.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { makeMonths } from '../src/db/partitions/make-months.ts';
import { account, totp, user } from '../src/db/schema.ts';
import { adoptInstallation } from '../src/objects/installation.ts';
import { freshMove, writeMove } from '../src/objects/storage-move.ts';
import { examine } from '../src/operator/doctor/examine.ts';
import { startPresence } from '../src/presence/presence.ts';
import { productVersion } from '../src/presence/product-version.ts';
import { healthRoutes } from '../src/routes/operation/health.ts';
import { createSecrets } from '../src/security/secrets.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';
import { emptyDatabaseEach } from './helpers/empty-database.ts';
import { operate } from './helpers/operator.ts';
import { startSmtpHost } from './helpers/smtp-host.ts';

const Report = z.object({
  status: z.string(),
  checks: z.array(z.object({ check: z.string(), level: z.string(), found: z.string(), mend: z.string().nullable() })),
});

const secretKey = 'a-key-of-tests-'.repeat(3);
const empty = emptyDatabaseEach();
let test: TestDatabase;
let dataDir: string;
const ending: (() => unknown)[] = [];

beforeEach(async () => {
  test = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'clearframe-doctor-'));
  ending.push(
    () => rmSync(dataDir, { recursive: true }),
    () => test.close(),
  );
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const settings = (changes: Record<string, string>) => ({
  PATH: process.env.PATH,
  DATABASE_URL: test.url,
  DATA_DIR: dataDir,
  SECRET_KEY: secretKey,
  ...changes,
});

/** What was found, by the name of its check. */
async function doctor(changes: Record<string, string> = {}) {
  const { code, out } = await operate(['doctor', '--json'], settings(changes));
  const { checks } = Report.parse(JSON.parse(out));
  return { code, out, checks, of: (name: string) => checks.find(({ check }) => check === name) };
}

/** As a first start leaves them. */
async function joinBoth(): Promise<void> {
  await adoptInstallation({ db: test.db, storage: await openStorage(readConfig(settings({}))) });
}

async function begin(role: string, version = productVersion()): Promise<void> {
  const presence = await startPresence({ db: test.db, role, instance: 'one', version });
  ending.push(() => presence.close());
}

async function answerHealth(): Promise<string> {
  const app = fastify();
  healthRoutes(app, { config: readConfig({}), db: test.db, draining: { hasBegun: false } });
  ending.push(() => app.close());
  return await app.listen({ port: 0, host: '127.0.0.1' });
}

describe('clearframe doctor', () => {
  it('OPS-01 OPS-04 finds nothing wrong with a set-up that works, sends no mail and tells no secret', async () => {
    // The run's server is quick rather than durable.
    await empty.ask(`alter database ${new URL(test.url).pathname.slice(1)} set synchronous_commit = on`);
    await migrateDatabase(test.url);
    await joinBoth();
    await makeMonths(test.db, new Date());
    await begin('http,jobs');
    await begin('pictures,videos');
    const mails = await startSmtpHost();
    ending.push(() => mails.stop());
    const changes = { PUBLIC_URL: await answerHealth(), SMTP_URL: `smtp://me:p%40ss@127.0.0.1:${mails.port}` };
    const { code, checks, out } = await doctor(changes);
    // How full this machine is, and what it lets us do, is its own.
    const ofMachine = ['free space', 'decoders', 'videos', 'longest transaction', 'connections'];
    expect(checks.filter(({ check, level }) => level !== 'ok' && !ofMachine.includes(check))).toEqual([]);
    expect(checks.map(({ check }) => check)).toEqual([
      ...[
        'settings',
        'secret key',
        'sealed rows',
        'database version',
        'database writable',
        'database encoding',
        'database clock',
      ],
      ...[
        'announcements',
        'database tables',
        'months of tables',
        'time limits',
        'connections',
        'longest transaction',
        'dead rows',
        'transaction numbers',
        'synchronous standby',
      ],
      ...[
        'storage',
        'installation',
        'installation settings',
        'last backup',
        'processes',
        'versions',
        'mail',
        'public address',
        'decoders',
        'videos',
        'data folder',
      ],
      'free space',
    ]);
    expect(code).toBe(checks.some(({ level }) => level === 'fault') ? 1 : 0);
    expect([mails.connections(), mails.received]).toEqual([1, []]);
    for (const secret of [secretKey, 'p%40ss', 'p@ss']) expect(out).not.toContain(secret);
    const lines = (await operate(['doctor'], settings(changes))).out;
    expect(lines).toMatch(/^ok {7}mail {19}The mail server answers, and takes the sign-in\.$/m);
    expect(lines).toMatch(/\n\n\d+ ok, \d+ warnings?, \d+ faults?\.$/);
  });

  it('OPS-01 makes nothing before the first start, and says that the built-in database does not run', async () => {
    const { checks, of } = await doctor({ DATABASE_URL: '', SECRET_KEY: '' });
    expect(of('database')).toMatchObject({ level: 'warning', found: expect.stringContaining('does not run') });
    for (const name of ['secret key', 'storage']) expect(of(name)?.level).toBe('warning');
    expect(of('data folder')?.level).toBe('ok');
    expect(checks.filter(({ check, level }) => level === 'fault' && check !== 'free space')).toEqual([]);
    expect(readdirSync(dataDir)).toEqual([]);
    const missing = join(dataDir, 'none');
    expect((await doctor({ DATA_DIR: missing })).of('data folder')?.found).toBe(`${missing} is not there yet.`);
  });

  it('OPS-01 reports settings that a start would refuse, without the value of a secret', async () => {
    const wrong = await doctor({ WORKERS: 'many', SMTP_URL: 'hush-hush', DATBASE_URL: 'x' });
    expect(wrong.code).toBe(1);
    expect(wrong.checks.map(({ found }) => found.split(':')[0])).toEqual(['DATBASE_URL', 'WORKERS', 'SMTP_URL']);
    expect(wrong.out).not.toContain('hush-hush');
    const role = await doctor({ ROLE: 'api', DATABASE_URL: '' });
    expect(role.checks.filter(({ check, level }) => check === 'settings' && level === 'fault')).toHaveLength(2);
    const usage = await operate(['doctor', 'now'], settings({}));
    expect(usage).toMatchObject({ code: 2, errors: expect.stringContaining('doctor takes only --json') });
  });

  it('OPS-04 goes on with the rest when the database does not answer, lets nobody in or hangs', async () => {
    const away = await doctor({ DATABASE_URL: 'postgres://u:hush-hush@127.0.0.1:1/d' });
    expect(away.code).toBe(1);
    expect(away.of('database')).toMatchObject({ level: 'fault', found: expect.stringContaining('ECONNREFUSED') });
    expect(away.checks.filter(({ check }) => ['installation', 'processes', 'announcements'].includes(check))).toEqual([]);
    expect(away.of('data folder')?.level).toBe('ok');
    expect(away.out).not.toContain('hush-hush');

    const stranger = new URL(test.url);
    stranger.username = 'nobody-of-that-name';
    expect((await doctor({ DATABASE_URL: stranger.href })).of('database')?.level).toBe('fault');

    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    ending.push(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const hung = await examine(
      readConfig(settings({ DATABASE_URL: `postgres://u@127.0.0.1:${port}/d`, FFMPEG_PATH: '/none' })),
      1_000,
    );
    expect(hung.find(({ check }) => check === 'database')).toMatchObject({ level: 'fault', found: 'No answer within 1 s.' });
    expect(hung.find(({ check }) => check === 'data folder')?.level).toBe('ok');
  });

  it('OPS-01 OPS-04 sees a database that takes no writes, forgets commits, or has nearly no connection left', async () => {
    const name = new URL(test.url).pathname.slice(1);
    await empty.ask(`alter database ${name} set synchronous_commit = off`);
    await empty.ask(`alter database ${name} connection limit 40`);
    const held = Array.from({ length: 32 }, () => new pg.Client({ connectionString: test.url }));
    ending.push(() => Promise.all(held.map((client) => client.end())));
    await Promise.all(held.map((client) => client.connect()));
    await held[0]?.query('begin');
    const busy = await doctor();
    expect(busy.of('connections')).toMatchObject({ level: 'warning', found: expect.stringMatching(/^\d\d of 40 connections/) });
    expect(busy.of('synchronous standby')).toMatchObject({ level: 'warning', found: expect.stringContaining('=off') });
    expect(busy.of('longest transaction')?.found).toMatch(
      /^A transaction of "" \(process \d+ of the database\) has been open for \d+ s/,
    );
    await empty.ask(`alter database ${name} set default_transaction_read_only = on`);
    const closed = await doctor();
    expect([closed.code, closed.of('database writable')?.level]).toEqual([1, 'fault']);
  });

  it('OPS-01 tells of tables that are missing, old or newer than this version, and of limits that a start sets', async () => {
    const bare = await doctor({ DATABASE_URL: empty.url });
    expect(bare.of('database tables')?.found).toBe('The database has no tables yet.');
    expect(bare.checks.filter(({ check, level }) => level === 'fault' && check !== 'free space')).toEqual([]);
    expect(bare.of('time limits')?.level).toBe('warning');
    await migrateDatabase(empty.url);
    const made = await doctor({ DATABASE_URL: empty.url });
    expect([made.of('database tables')?.level, made.of('time limits')?.level]).toEqual(['ok', 'ok']);
    const journal = 'drizzle.__drizzle_migrations';
    const { db, close } = createDb({ url: empty.url, max: 1 });
    ending.push(close);
    await db.execute(`delete from ${journal} where created_at = (select max(created_at) from ${journal})`);
    expect((await doctor({ DATABASE_URL: empty.url })).of('database tables')?.found).toBe('1 migration waits.');
    await db.execute(`insert into ${journal} (hash, created_at) values ('newer', 9999999999999)`);
    const newer = await doctor({ DATABASE_URL: empty.url });
    expect(newer.of('database tables')?.found).toBe('A newer version made the tables.');
  });

  it('OPS-04 sees that database and files are of two installations, or that one has no id, or files elsewhere', async () => {
    expect((await doctor()).of('installation')?.level).toBe('warning');
    await joinBoth();
    expect((await doctor()).of('installation')?.level).toBe('ok');
    const other = await doctor({ DATABASE_URL: empty.url });
    expect(other.of('installation')).toMatchObject({ level: 'fault', found: expect.stringContaining('the database to none') });
    const idFile = join(dataDir, 'objects', 'clearframe-installation.json');
    writeFileSync(idFile, '{"installation":"7d2e8f6a-2b1c-4d3e-9f4a-5b6c7d8e9f0a"}');
    const mixed = await doctor();
    expect([mixed.code, mixed.of('installation')?.level]).toEqual([1, 'fault']);
    writeFileSync(idFile, 'torn');
    expect((await doctor()).of('installation')?.found).toContain('cannot be read');
    expect((await doctor()).of('storage move')).toBeUndefined();
    await writeMove(test.db, freshMove('disk'));
    expect((await doctor()).of('storage move')?.mend).toMatch(/^STORAGE_PREVIOUS: missing: some files are still in s3/);
    rmSync(idFile);
    expect((await doctor()).of('installation')).toMatchObject({ level: 'warning', found: expect.stringContaining('to none') });
  });

  it('OPS-04 tells of processes that are missing, and of two versions', async () => {
    expect((await doctor()).of('processes')?.found).toContain('the server does not run');
    await begin('http,jobs', '0.0.1');
    const { of } = await doctor();
    expect(of('processes')).toMatchObject({ level: 'warning', found: expect.stringContaining('pictures wait') });
    expect(of('versions')?.found).toContain(`Running: 0.0.1. Here: ${productVersion()}.`);
  });

  it('OPS-01 SEC-08 finds a lost key: cut on the disk, or another than the database was sealed under', async () => {
    writeFileSync(join(dataDir, 'secret.key'), 'short');
    expect((await doctor({ SECRET_KEY: '' })).of('secret key')).toMatchObject({
      level: 'fault',
      found: expect.stringContaining('holds no key'),
    });
    await test.db.insert(account).values({});
    const [person] = await test.db
      .insert(user)
      .values({ name: 'Ada', email: 'ada@example.com', emailKey: 'ada@example.com', passwordHash: '-' })
      .returning();
    const secretSealed = createSecrets(secretKey).seal('two-step', 'a secret');
    await test.db.insert(totp).values({ userId: person?.id ?? '', secretSealed });
    expect((await doctor()).of('sealed rows')?.level).toBe('ok');
    const other = 'another-key-of-tests-'.repeat(2);
    const lost = await doctor({ SECRET_KEY: other });
    expect([lost.code, lost.of('sealed rows')?.found]).toEqual([
      1,
      'SECRET_KEY does not open authenticator apps of the database.',
    ]);
    const listed = await doctor({ SECRET_KEY: other, SECRET_KEY_PREVIOUS: secretKey });
    expect(listed.of('sealed rows')?.level).toBe('ok');
  });

  it('OPS-03 finds a storage that takes nothing, a mail server that refuses us, and tools that are not there', async () => {
    mkdirSync(join(dataDir, 'objects'));
    writeFileSync(join(dataDir, 'objects', 'unfinished'), 'in the way');
    const mails = await startSmtpHost();
    ending.push(() => mails.stop());
    const { code, of, out } = await doctor({
      SMTP_URL: `smtp://me:not-it@127.0.0.1:${mails.port}`,
      FFMPEG_PATH: join(dataDir, 'ffmpeg'),
      PUBLIC_URL: 'http://127.0.0.1:1',
    });
    expect(code).toBe(1);
    for (const name of ['storage', 'mail', 'videos']) expect(of(name)?.level).toBe('fault');
    expect(of('mail')?.found).toContain('535');
    expect(of('public address')).toMatchObject({ level: 'warning', found: expect.stringContaining('does not answer') });
    expect(out).not.toContain('not-it');
  });
});
