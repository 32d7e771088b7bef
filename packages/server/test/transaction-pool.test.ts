import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { unconfined } from '../src/confinement/level.ts';
import { createDb, type DbHandle } from '../src/db/client.ts';
import { createListener } from '../src/db/listener.ts';
import { longTransaction } from '../src/db/long-transaction.ts';
import { requireAnnouncements } from '../src/db/require-announcements.ts';
import { account, media } from '../src/db/schema.ts';
import { limitSessions } from '../src/db/session-limits.ts';
import { createPgLiveEvents } from '../src/live/pg-live-events.ts';
import { examine } from '../src/operator/doctor/examine.ts';
import { runOperator } from '../src/operator/run-operator.ts';
import { createQueue } from '../src/queue/index.ts';
import { prepare } from '../src/supervisor/prepare.ts';
import { openTransactionPool } from './engines/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';
import { dropDatabase } from './helpers/drop-database.ts';
import { withDatabase } from './helpers/global-setup.ts';

const bouncer = await openTransactionPool(inject('postgresUrl'));

if ('notRun' in bouncer) it('OPS-04 works behind PgBouncer in transaction mode', ({ skip }) => skip(bouncer.notRun));
else
  describe('a database behind PgBouncer in transaction mode', () => {
    let direct: TestDatabase;
    let pooled: DbHandle;
    let url: string;
    beforeAll(async () => {
      direct = await createTestDatabase();
      // A template does not hand them on. Over a connection that a busy machine may take its time with.
      const client = await direct.pool.connect();
      await limitSessions(client);
      client.release();
      url = bouncer.urlOf(direct.url);
      pooled = createDb({ url, max: 8 });
    });
    afterAll(async () => {
      await pooled.close();
      await direct.close();
      await bouncer.close();
    });

    /** What every session of the pool says of a setting: several at once, so that each is asked. */
    async function settings(name: string): Promise<string[]> {
      const ask = () => pooled.pool.query(`select current_setting('${name}') as value, pg_sleep(0.02)`);
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      return [...new Set(answers.map(({ rows }) => rows[0].value))];
    }

    it('OPS-04 OPS-01 is refused as the only address, and as the direct one', async () => {
      await expect(requireAnnouncements(url, null, 300)).rejects.toThrow(/^DATABASE_URL: .*pool\. Set DATABASE_DIRECT_URL/);
      await expect(requireAnnouncements(url, url, 300)).rejects.toThrow(
        /^DATABASE_DIRECT_URL: .*reaches PostgreSQL itself, no pool/,
      );
      await requireAnnouncements(url, direct.url);
      await requireAnnouncements(direct.url, null);
    });

    it('OPS-04 is refused beside the direct address of another database', async () => {
      const elsewhere = withDatabase(direct.url, 'postgres');
      await expect(requireAnnouncements(url, elsewhere, 300)).rejects.toThrow(/^DATABASE_DIRECT_URL: .*the same database$/);
      await expect(requireAnnouncements(url, 'postgres://u:hush@127.0.0.1:1/d')).rejects.toThrow(
        /^DATABASE_DIRECT_URL: the database does not answer: (?!.*hush).*ECONNREFUSED/,
      );
    });

    it('OPS-01 OPS-04 is made ready: tables over the direct address, the rest over the pool', async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await direct.pool.query(`create database ${name}`);
      const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-pooled-'));
      const config = readConfig({ DATA_DIR: dataDir, ROLE: 'api', SECRET_KEY: 'k'.repeat(43) });
      const fresh = withDatabase(direct.url, name);
      await prepare(fileURLToPath(new URL('../src/processes/prepare.ts', import.meta.url)), {
        config: { ...config, databaseUrl: bouncer.urlOf(fresh), directUrl: fresh },
        alone: false,
        roles: ['http', 'jobs'],
        picturesFirst: false,
        confinement: unconfined,
      });
      const client = new pg.Client({ connectionString: fresh });
      await client.connect();
      expect((await client.query('select id from installation')).rows.length).toBe(1);
      await client.end();
      await dropDatabase((statement) => direct.pool.query(statement), name);
      rmSync(dataDir, { recursive: true });
    });

    it('OPS-04 brings jobs and announcements at once, and adds a job exactly when its transaction commits', async () => {
      const listener = createListener({ url: direct.url });
      const queue = createQueue({ pool: pooled, listener });
      const live = createPgLiveEvents({ db: pooled.db, listener });
      await queue.start();
      await live.listening();
      const done: string[] = [];
      const heard: unknown[] = [];
      const accountId = randomUUID();
      live.subscribe(accountId, (event) => heard.push(event));
      await queue.work('moderate-media', { concurrency: 2 }, async ({ mediaId }) => {
        done.push(mediaId);
        await live.publish([{ accountId, event: { type: 'usage.updated' } }]);
      });
      const ids = Array.from({ length: 30 }, () => randomUUID());
      await Promise.all(
        ids.map((mediaId) =>
          pooled.db.transaction(async (tx) => {
            await tx.insert(account).values({});
            await queue.add('moderate-media', { mediaId, attempt: 1 }, { tx });
          }),
        ),
      );
      await pooled.db
        .transaction(async (tx) => {
          await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 }, { tx });
          throw new Error('undone');
        })
        .catch(() => undefined);
      await expect.poll(() => heard.length).toBe(30);
      expect([...done].sort()).toEqual(ids.sort());
      await queue.stop();
      await live.close();
      await listener.close();
    });

    it('OPS-04 gives nobody the limits that long work, the keeper of the queue or an operator had', async () => {
      await longTransaction(pooled.db, 60_000, (tx) => tx.select().from(media));
      // The supervisor's own queue.
      const keeper = createQueue({ pool: pooled, keeper: { directUrl: direct.url }, listener: null });
      await keeper.start();
      await keeper.stop();
      const said: string[] = [];
      const output = { print: (line: string) => said.push(line), complain: (line: string) => said.push(line) };
      await runOperator(['processes'], output, { DATABASE_URL: url, DATABASE_DIRECT_URL: direct.url });
      expect(said).toContain('No http process runs: nobody answers requests.');
      expect([await settings('statement_timeout'), await settings('lock_timeout')]).toEqual([['15s'], ['5s']]);
    });

    it('OPS-01 lets the doctor ask everything through it', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-pool-doctor-'));
      const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: direct.url, DATA_DIR: dataDir, FFMPEG_PATH: '/none' };
      const found = new Map((await examine(readConfig(env))).map(({ check, level }) => [check, level]));
      const fine = ['announcements', 'database tables', 'connections', 'longest transaction'];
      expect(fine.map((name) => found.get(name))).toEqual(fine.map(() => 'ok'));
      rmSync(dataDir, { recursive: true });
    });
  });
