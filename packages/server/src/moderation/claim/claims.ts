import { AppError, type Claim, limits } from '@clearframe/contract';
import { and, asc, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { claim, media, user } from '../../db/schema.ts';
import { announceClaim } from '../../live/announce.ts';
import { authorize } from '../../security/authorized.ts';
import { newId } from '../../security/new-id.ts';

export type ClaimContext = Pick<Context, 'db' | 'live'>;
type Person = { accountId: string; userId: string };
type ClaimRow = typeof claim.$inferSelect;

/** By the database's clock, like every comparison with it: whoever claims may work on another machine. */
const inFuture = sql`now() + ${limits.claimLifeMs / 1_000} * interval '1 second'`;
/** A claim that holds. */
export const isHeld: SQL = sql`(${claim.endedBy} is null and ${claim.expiresAt} > now())`;

const shown = { id: claim.id, mediaId: claim.mediaId, userId: claim.userId, name: user.name, expiresAt: claim.expiresAt };
const present = (row: Pick<ClaimRow, 'id' | 'mediaId' | 'userId' | 'expiresAt'> & { name: string }): Claim => ({
  id: row.id,
  media_id: row.mediaId,
  by: { id: row.userId, name: row.name },
  expires_at: row.expiresAt.toISOString(),
});

async function findHeld(db: Db | Tx, where: SQL | undefined): Promise<Claim[]> {
  const rows = await db
    .select(shown)
    .from(claim)
    .innerJoin(user, eq(user.id, claim.userId))
    .where(and(where, isHeld))
    .orderBy(asc(claim.expiresAt), asc(claim.id));
  return rows.map(present);
}

/** Who looks at what in an account now. */
export function listClaims(db: Db, accountId: string): Promise<Claim[]> {
  return findHeld(db, eq(claim.accountId, accountId));
}

/** @returns the claim of somebody else that holds; undefined = the item is free, or that person's own */
export async function claimOfOthers(tx: Tx, mediaId: string, userId: string): Promise<Claim | undefined> {
  const [held] = await findHeld(tx, and(eq(claim.mediaId, mediaId), ne(claim.userId, userId)));
  return held;
}

/** Those of a person beyond the newest few: nobody looks at so many at once. @returns their items */
async function dropOldest(tx: Tx, { accountId, userId }: Person): Promise<string[]> {
  const mine = tx
    .select({ id: claim.id })
    .from(claim)
    .where(and(eq(claim.accountId, accountId), eq(claim.userId, userId), isHeld))
    .orderBy(desc(claim.expiresAt), desc(claim.id))
    .offset(limits.claimsPerPerson);
  const dropped = await tx.delete(claim).where(sql`${claim.id} in ${mine}`).returning({ mediaId: claim.mediaId });
  return dropped.map(({ mediaId }) => mediaId);
}

/**
 * The item, after whoever decides or removes it at this moment is done, and until the transaction ends.
 * @throws AppError media_not_found
 */
export async function holdStill(tx: Tx, { accountId }: Person, mediaId: string): Promise<{ waiting: boolean }> {
  const [row] = await tx
    .select({ accountId: media.accountId, waiting: media.waiting })
    .from(media)
    .where(and(eq(media.id, mediaId), media.kept))
    .for('key share');
  return authorize(row, { accountId }, 'media_not_found');
}

/** Claims of one person come one after the other, so that they are counted. */
const oneByOne = (tx: Tx, { userId }: Person) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`claims of ${userId}`}, 0))`);

/**
 * Claims an item that {@link holdStill} holds, where nobody else has.
 * @returns whether it is theirs now
 */
export async function takeClaim({ live }: Pick<Context, 'live'>, tx: Tx, person: Person, mediaId: string): Promise<boolean> {
  const { accountId, userId } = person;
  await oneByOne(tx, person);
  const taken = await tx
    .insert(claim)
    .values({ mediaId, accountId, userId, expiresAt: inFuture })
    .onConflictDoUpdate({
      target: claim.mediaId,
      set: {
        // The same person, in two windows: both go on with one claim.
        id: sql`case when ${claim.userId} = ${userId} and ${isHeld} then ${claim.id} else ${newId()}::uuid end`,
        userId,
        expiresAt: inFuture,
        endedBy: null,
      },
      setWhere: sql`${claim.userId} = ${userId} or not ${isHeld}`,
    })
    .returning({ id: claim.id });
  if (taken.length === 0) return false;
  await announceClaim(live, { accountId, mediaIds: [mediaId, ...(await dropOldest(tx, person))] }, tx);
  return true;
}

const ofPerson = ({ accountId, userId }: Person, id: string) =>
  and(eq(claim.id, id), eq(claim.accountId, accountId), eq(claim.userId, userId));

/** The claim of that person, as it stands in this transaction. @throws AppError claim_lost */
export async function readClaim(tx: Tx, { userId }: Person, mediaId: string): Promise<Claim> {
  const [held] = await findHeld(tx, and(eq(claim.mediaId, mediaId), eq(claim.userId, userId)));
  if (!held) throw new AppError('claim_lost');
  return held;
}

/** The refusal that names who is there. */
export const claimedBy = ({ by }: Claim): AppError =>
  new AppError('claimed', { message: `${by.name === '' ? 'Somebody else' : by.name} is looking at this item` });

/** @throws AppError media_not_found, claimed */
export async function claimItem(context: ClaimContext, person: Person, mediaId: string): Promise<Claim> {
  return await context.db.transaction(async (tx) => {
    await holdStill(tx, person, mediaId);
    if (await takeClaim(context, tx, person, mediaId)) return await readClaim(tx, person, mediaId);
    const other = await claimOfOthers(tx, mediaId, person.userId);
    // It ended between the two statements.
    if (!other) throw new AppError('claim_lost');
    throw claimedBy(other);
  });
}

/**
 * Holds an item for longer, also when the lease has run out and nobody took it meanwhile. It then counts as a new one.
 * @throws AppError decided_meanwhile, claim_lost
 */
export async function renewClaim({ db, live }: ClaimContext, person: Person, id: string): Promise<Claim> {
  return await db.transaction(async (tx) => {
    await oneByOne(tx, person);
    const isOpen = and(ofPerson(person, id), isNull(claim.endedBy));
    const goOn = (where: SQL | undefined) =>
      tx.update(claim).set({ expiresAt: inFuture }).where(where).returning({ mediaId: claim.mediaId });
    const [held] = await goOn(and(isOpen, isHeld));
    if (held) return await readClaim(tx, person, held.mediaId);
    const [back] = await goOn(isOpen);
    if (back) {
      const mediaIds = [back.mediaId, ...(await dropOldest(tx, person))];
      await announceClaim(live, { accountId: person.accountId, mediaIds }, tx);
      return await readClaim(tx, person, back.mediaId);
    }
    const ended = await tx.$count(claim, ofPerson(person, id));
    throw new AppError(ended > 0 ? 'decided_meanwhile' : 'claim_lost');
  });
}

/** Lets an item go at once. One that is gone already is no fault. */
export async function releaseClaim({ db, live }: ClaimContext, person: Person, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(claim).where(ofPerson(person, id)).returning({ mediaId: claim.mediaId });
    if (gone) await announceClaim(live, { accountId: person.accountId, mediaIds: [gone.mediaId] }, tx);
  });
}

/** A decision ends whatever claim the item has. The item is locked. */
export async function endClaim(tx: Tx, mediaId: string, decisionId: string): Promise<void> {
  await tx.update(claim).set({ endedBy: decisionId }).where(eq(claim.mediaId, mediaId));
}

/** Claims that ended a while ago: by then everybody who renews has heard of it. @returns how many */
export async function forgetClaims({ db }: Pick<Context, 'db'>): Promise<number> {
  const keptSeconds = (5 * limits.claimLifeMs) / 1_000;
  const old = sql`${claim.expiresAt} < now() - ${keptSeconds} * interval '1 second'`;
  return (await db.delete(claim).where(old).returning({ id: claim.id })).length;
}
