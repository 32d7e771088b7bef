import { limits, type NoticeCopy, PictureHash } from '@clearframe/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { analysis, media } from '../db/schema.ts';
import { hashDistance } from '../hashes/packed-hashes.ts';
import { hashBytes } from '../known-pictures/hash-bytes.ts';
import { isRecognisable } from '../known-pictures/remember.ts';

type FoundCopy = Omit<NoticeCopy, 'flagged'>;
type CopyContext = Pick<Context, 'clock' | 'db'>;

/** Whoever waits for an answer waits so long for copies at most. The job of a notice has more, and less than a run of it may take. */
export const searchMs = { answer: 20_000, job: 480_000 };

/** `isCut` = the time was over before every item was compared. */
export type FoundCopies = { copies: FoundCopy[]; isCut: boolean };

/** Items whose hashes are compared at a time. */
const PAGE = 2_000;

/** The hash of the newest result of an item; undefined = it has none, or too little in it to be recognised. */
export async function hashOf({ db }: Pick<Context, 'db'>, mediaId: string): Promise<PictureHash | undefined> {
  const [newest] = await db
    .select({ hash: sql`${analysis.analysis} -> 'hash'` })
    .from(analysis)
    .where(eq(analysis.mediaId, mediaId))
    .orderBy(desc(analysis.attempt))
    .limit(1);
  const hash = PictureHash.safeParse(newest?.hash).data;
  return isRecognisable(hash) ? hash : undefined;
}

type Page = { id: string; pdq: string | null }[];

/** Items of the account in the order of their ids, with the hash of the newest result. */
async function pageAfter({ db }: Pick<Context, 'db'>, accountId: string, after: string | null): Promise<Page> {
  const { rows } = await db.execute<Page[number]>(sql`
    select m.id, (select a.analysis -> 'hash' ->> 'pdq' from ${analysis} a where a.media_id = m.id
      order by a.attempt desc limit 1) as pdq
    from ${media} m where m.account_id = ${accountId} and m.kept and (${after}::uuid is null or m.id > ${after}::uuid)
    order by m.id limit ${PAGE}`);
  return rows;
}

/**
 * Every item of the account that looks like this one: at most {@link limits.knownDistanceMax} bits of the hash, or of that of its mirror
 * image, differ. It reads in pages, holds no transaction, and ends when its time is over. The nearest first.
 */
export async function findCopies(
  context: CopyContext,
  accountId: string,
  mediaId: string,
  withinMs: number,
): Promise<FoundCopies> {
  const endsAt = context.clock.now().getTime() + withinMs;
  const hash = await hashOf(context, mediaId);
  if (!hash) return { copies: [], isCut: false };
  const [sought, mirror] = [hashBytes(hash.pdq), hashBytes(hash.mirrored)];
  const found: FoundCopy[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Page = await pageAfter(context, accountId, after);
    for (const { id, pdq } of page) {
      if (id === mediaId || pdq === null) continue;
      const bytes = hashBytes(pdq);
      const [plain, mirrored] = [hashDistance(bytes, sought), hashDistance(bytes, mirror)];
      const distance = Math.min(plain, mirrored);
      if (distance <= limits.knownDistanceMax) found.push({ media_id: id, distance, mirrored: mirrored < plain });
    }
    after = page.at(-1)?.id ?? null;
    const isCut = page.length === PAGE && context.clock.now().getTime() >= endsAt;
    if (page.length < PAGE || isCut) return { copies: found.sort((one, other) => one.distance - other.distance), isCut };
  }
}

/** The newest item of the account that came from an address, or whose metadata names it. */
export async function itemAt({ db }: Pick<Context, 'db'>, accountId: string, url: string): Promise<string | undefined> {
  const [item] = await db
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        eq(media.accountId, accountId),
        eq(media.kept, true),
        sql`(${media.originalUrl} = ${url} or ${media.metadata} ->> 'url' = ${url})`,
      ),
    )
    .orderBy(desc(media.createdAt))
    .limit(1);
  return item?.id;
}
