import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';
import { unconfined } from '../src/confinement/level.ts';
import { checkDatabase, judgeDatabase, readFacts } from '../src/db/check-database.ts';
import { createDb } from '../src/db/client.ts';
import { prepare } from '../src/supervisor/prepare.ts';
import { emptyDatabaseEach } from './helpers/empty-database.ts';

const empty = emptyDatabaseEach();

async function facts(now?: () => number) {
  const { db, close } = createDb({ url: empty.url, max: 1 });
  try {
    return await readFacts(db, now);
  } finally {
    await close();
  }
}

describe('a start on a database', () => {
  it('OPS-01 knows one that can be used', async () => {
    const read = await facts();
    expect(read).toMatchObject({ encoding: 'UTF8', isStandby: false, isReadOnly: false });
    // The database counts parts of a millisecond, this machine whole ones.
    expect(Math.abs(read.aheadMs)).toBeLessThanOrEqual(1);
    expect(judgeDatabase('The database', read)).toBeNull();
  });

  it('OPS-01 refuses one of another encoding', async () => {
    await empty.ask(`drop database ${empty.name}`);
    await empty.ask(`create database ${empty.name} encoding 'LATIN1' locale 'C' template template0`);
    const read = await facts();
    expect(() => judgeDatabase('The database', read)).toThrow('LATIN1 is not accepted');
  });

  it('OPS-01 refuses one that does not answer, or lets nobody in, and says so without the password', async () => {
    const refusal = async (address: string) => {
      const { db, close } = createDb({ url: address, max: 1 });
      const error = await checkDatabase(db, 'The database', 1).catch((thrown: unknown) => thrown);
      await close();
      return error instanceof ConfigError ? error.message : error;
    };
    expect(await refusal('postgres://u:hush-hush@127.0.0.1:1/d')).toMatch(
      /^DATABASE_URL: The database does not answer: .*ECONNREFUSED/,
    );
    const wrong = new URL(empty.url);
    wrong.username = 'nobody-of-that-name';
    wrong.password = 'hush-hush';
    const said = await refusal(wrong.href);
    expect(said).toMatch(/^DATABASE_URL: The database does not answer: /);
    expect(said).not.toContain('hush-hush');
  });

  it('OPS-04 sees how far the clocks of both machines differ', async () => {
    const [early, late] = [await facts(() => Date.now() - 100_000), await facts(() => Date.now() + 100_000)];
    expect(early.aheadMs).toBeGreaterThan(90_000);
    expect(late.aheadMs).toBeLessThan(-90_000);
  });

  it('OPS-01 OPS-04 refuses one that takes no writes before it touches anything', async () => {
    await empty.ask(`alter database ${empty.name} set default_transaction_read_only = on`);
    expect(await facts()).toMatchObject({ isStandby: false, isReadOnly: true });
    const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-refusal-'));
    const start = prepare(fileURLToPath(new URL('../src/processes/prepare.ts', import.meta.url)), {
      config: { ...readConfig({ DATA_DIR: dataDir, ROLE: 'api', SECRET_KEY: 'k'.repeat(43) }), databaseUrl: empty.url },
      alone: false,
      roles: ['http', 'jobs'],
      picturesFirst: false,
      confinement: unconfined,
    });
    await expect(start).rejects.toThrow('Could not prepare the database or the model (exit 1)');
    const client = new pg.Client({ connectionString: empty.url });
    await client.connect();
    const { rows } = await client.query("select to_regnamespace('drizzle') as touched");
    expect(rows).toEqual([{ touched: null }]);
    await client.end();
    rmSync(dataDir, { recursive: true });
  });
});
