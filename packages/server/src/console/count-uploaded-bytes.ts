import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { media } from '../db/schema.ts';
import { inTime } from './in-time.ts';

/** Above that no sum is read: it would cost more than the figure is worth. */
const countedMax = 50_000;
/** Bytes of originals change slowly. */
const keptMs = 60_000;

type Sum = { at: number; bytes: Promise<number | null> };
const newest = new WeakMap<Db, Sum>();

async function readSum(db: Tx): Promise<number | null> {
  const { rows } = await db.execute<{ items: number; bytes: string | null }>(sql`
    select count(*)::int as items, sum(size)::text as bytes
    from (select file_size_bytes as size from ${media} where kept limit ${countedMax + 1}) part`);
  const [{ items = 0, bytes = null } = {}] = rows;
  return items > countedMax ? null : Number(bytes ?? 0);
}

/**
 * Bytes of all originals as they were uploaded, a minute old at most.
 * @param now ms of a clock that only runs forward
 * @returns null where there are more than 50,000, or they take too long to read
 */
export async function countUploadedBytes(db: Db, now: () => number = () => performance.now()): Promise<number | null> {
  const known = newest.get(db);
  if (known && now() - known.at < keptMs) return await known.bytes;
  const sum = { at: now(), bytes: inTime(db, readSum) };
  newest.set(db, sum);
  sum.bytes.catch(() => newest.get(db) === sum && newest.delete(db));
  return await sum.bytes;
}
