import { randomUUID } from 'node:crypto';
import { AppError } from '@clearframe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '../src/db/schema.ts';
import { beginIdempotent, finishIdempotent } from '../src/idempotency/idempotency.ts';
import { releaseClaims } from '../src/idempotency/release-claims.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it('OPS-04 UP-09 lets a request be repeated at once when the process that ran it was replaced', async () => {
  const { db } = test;
  const [owner] = await db.insert(account).values({}).returning();
  const now = new Date('2026-03-10T12:00:00Z');
  const request = { accountId: owner?.id ?? randomUUID(), route: 'POST /v1/upload', now, bodyHash: 'a' };
  const cutOff = { ...request, key: 'cut off' };
  const ended = { ...request, key: 'ended' };
  await beginIdempotent(db, cutOff);
  const begun = await beginIdempotent(db, ended);
  if (begun.kind === 'replay') throw new Error('it ran already');
  await finishIdempotent(db, begun.claim, { status: 200, answer: 'verdict', now });
  await expect(beginIdempotent(db, cutOff)).rejects.toThrow(AppError);

  await releaseClaims(db, now);

  expect((await beginIdempotent(db, cutOff)).kind).toBe('new');
  expect(await beginIdempotent(db, ended)).toMatchObject({ kind: 'replay', answer: 'verdict' });
});
