import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../src/db/schema.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

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
});
