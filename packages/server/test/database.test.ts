import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../src/db/schema.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

describe('the database of a test', () => {
  let one: TestDatabase;
  let other: TestDatabase;
  beforeAll(async () => {
    [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
  });

  it('is migrated, writable and nobody else’s', async () => {
    const [made] = await one.db.insert(account).values({}).returning();
    expect(
      await one.db
        .select()
        .from(account)
        .where(eq(account.id, made?.id ?? '')),
    ).toHaveLength(1);
    expect(await other.db.select().from(account)).toHaveLength(0);
  });

  it('rolls a failed transaction back', async () => {
    const failed = one.db.transaction(async (tx) => {
      await tx.insert(account).values({});
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await one.db.select().from(account)).toHaveLength(1);
  });

  it('OPS-04 loses a transaction and not the process when the connection ends between two statements', async () => {
    const ended = new Promise<void>((resolve) => one.pool.once('acquire', (client) => client.once('end', resolve)));
    const cut = one.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await other.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
      await ended;
      await tx.insert(account).values({});
    });
    await expect(cut).rejects.toThrow();
    expect(await one.db.select().from(account)).toHaveLength(1);
  });
});
