import { AppError, type Claim, type NextItem, type NextItemInput } from '@clearframe/contract';
import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { claim, media } from '../../db/schema.ts';
import { withholdOne } from '../../exposure/withhold.ts';
import { findShown } from '../item/present.ts';
import { laterThan, orderBy, positionAt } from '../list/list-order.ts';
import { mediaConditions } from '../list/media-filter.ts';
import { type ClaimContext, holdStill, isHeld, readClaim, takeClaim } from './claims.ts';

type NextContext = ClaimContext & Pick<Context, 'clock' | 'fileUrls'>;
type Person = { accountId: string; userId: string };

/** A crowd that asks at once takes so many away from each other. */
const triesMax = 50;

/** The first item of the queue that is free, in the order of the queue: behind `after`, else from the beginning. */
async function firstFree(db: Db, { accountId, userId }: Person, asked: NextItemInput): Promise<string | undefined> {
  const { sort = 'newest', ...narrowed } = asked.filter ?? {};
  const isClaimed = sql`exists (select from ${claim} where ${claim.mediaId} = ${media.id} and ${claim.userId} <> ${userId} and ${isHeld})`;
  // It waits for a second person, and this one was the first.
  const isTheirs = sql`coalesce((select waits_second and user_id = ${userId} from decision where media_id = ${media.id}
    and undone_at is null and overruled_at is null order by at desc, id desc limit 1), false)`;
  const first = async (behind?: SQL) => {
    const [found] = await db
      .select({ id: media.id })
      .from(media)
      .where(
        and(
          mediaConditions(accountId, { ...narrowed, status: 'undecided' }),
          asked.skip.length > 0 ? notInArray(media.id, asked.skip) : undefined,
          behind,
          sql`not ${isClaimed}`,
          sql`not ${isTheirs}`,
        ),
      )
      .orderBy(...orderBy(sort))
      .limit(1);
    return found?.id;
  };
  const [position] =
    asked.after === undefined
      ? []
      : await db
          .select({ id: media.id, at: positionAt(sort) })
          .from(media)
          .where(and(eq(media.id, asked.after), eq(media.accountId, accountId)));
  return (position && (await first(laterThan(sort, position)))) ?? (await first());
}

/** Claims an item, or nothing where it is taken, decided or gone by now. */
async function claimIfFree(context: NextContext, person: Person, id: string): Promise<Claim | null> {
  return await context.db.transaction(async (tx) => {
    const { waiting } = await holdStill(tx, person, id);
    return waiting && (await takeClaim(context, tx, person, id)) ? await readClaim(tx, person, id) : null;
  });
}

/**
 * Claims the next item that waits for a person. Of several people who ask at the same moment each gets another one: whoever finds the
 * item taken, decided or gone meanwhile takes the one after it.
 * @returns both null when nothing waits that is free
 * @throws AppError busy: so many were taken away one after the other that somebody else has to say what is free
 */
export async function nextItem(context: NextContext, person: Person, asked: NextItemInput): Promise<NextItem> {
  const skip = [...asked.skip];
  for (let tries = 0; tries < triesMax; tries += 1) {
    const id = await firstFree(context.db, person, { ...asked, skip });
    if (id === undefined) return { media_upload: null, claim: null };
    const claimed = await claimIfFree(context, person, id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'media_not_found') return null;
      throw error;
    });
    const found = claimed && (await findShown(context, id));
    const media_upload = found?.item.accountId === person.accountId ? found.show() : undefined;
    if (claimed && media_upload) return { media_upload: await withholdOne(context, person, media_upload), claim: claimed };
    skip.push(id);
  }
  throw new AppError('busy');
}
