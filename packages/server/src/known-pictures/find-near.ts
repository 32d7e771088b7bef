import { limits, type PictureHash } from '@clearframe/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { knownImport, knownPicture, knownState } from '../db/schema.ts';
import { HASH_BYTES, hashDistance, type PackedHashes, type Sought } from '../hashes/packed-hashes.ts';
import { hashBytes } from './hash-bytes.ts';

export type NearContext = Pick<Context, 'db' | 'hashStore'>;
export type KnownRow = typeof knownPicture.$inferSelect;
/** A known picture that looks like the sought one, and how far it is from it. */
export type Near = { row: KnownRow; listName: string | null; distance: number; mirrored: boolean };

/** Hashes that are read at a time. */
const PAGE = 50_000;
const POSITION_BYTES = 8;

/**
 * Reads what was added since. Positions are given out under a lock that is held until they can be seen, so that whatever comes
 * later has a higher one, in whichever process it was added.
 */
async function bringUpToDate(db: NearContext['db'], hashes: PackedHashes, accountId: string): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ packed: Buffer | null; count: number }>(sql`
      select string_agg(int8send("position") || pdq, ''::bytea order by "position") packed, count(*)::int count
      from (select "position", pdq from ${knownPicture} where account_id = ${accountId} and "position" > ${hashes.upTo}
        order by "position" limit ${PAGE}) newer`);
    const { packed, count } = rows[0] ?? { packed: null, count: 0 };
    const step = POSITION_BYTES + HASH_BYTES;
    for (let at = 0; packed && at < packed.length; at += step)
      hashes.add(Number(packed.readBigInt64BE(at)), packed.subarray(at + POSITION_BYTES, at + step));
    if (count < PAGE) return;
  }
}

/** Positions may name pictures that are gone by now: the rows say what is there. */
async function rowsAt({ db }: NearContext, accountId: string, positions: number[], sought: Sought): Promise<Near[]> {
  const found = await db
    .select({ row: knownPicture, listName: knownImport.name })
    .from(knownPicture)
    .leftJoin(knownImport, eq(knownImport.id, knownPicture.importId))
    .where(and(eq(knownPicture.accountId, accountId), inArray(knownPicture.position, positions)));
  return found.map(({ row, listName }) => {
    const [plain, mirrored] = [hashDistance(row.pdq, sought.hash), hashDistance(row.pdq, sought.mirrored)];
    return { row, listName, distance: Math.min(plain, mirrored), mirrored: mirrored < plain };
  });
}

/** The nearest first; of the same distance the newest. */
const byDistance = (one: Near, other: Near) =>
  one.distance - other.distance || other.row.decidedAt.getTime() - one.row.decidedAt.getTime();

/**
 * The account's known pictures that look like this one: at most {@link limits.knownDistanceMax} bits of the hash, or of that of its
 * mirror image, differ. None is missed, also of those that another process added a moment ago.
 */
export async function findNear(
  context: NearContext,
  accountId: string,
  { pdq, mirrored }: Pick<PictureHash, 'pdq' | 'mirrored'>,
): Promise<Near[]> {
  const [state] = await context.db.select().from(knownState).where(eq(knownState.accountId, accountId));
  if (!state) return [];
  const hashes = context.hashStore.of(accountId, state.epoch);
  if (hashes.upTo < state.lastPosition) {
    await bringUpToDate(context.db, hashes, accountId);
    // Removed ones and repeats of imports leave gaps.
    hashes.skipTo(state.lastPosition);
  }
  const sought = { hash: hashBytes(pdq), mirrored: hashBytes(mirrored) };
  const positions = hashes.near(sought, limits.knownDistanceMax);
  if (positions.length === 0) return [];
  return (await rowsAt(context, accountId, positions, sought)).sort(byDistance);
}
