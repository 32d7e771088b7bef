import { type CredentialState, limits, type MediaQuery } from '@clearframe/contract';
import { and, desc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { author, media } from '../../db/schema.ts';

/** What a list of items is narrowed by. */
export type MediaFilter = Partial<
  Pick<MediaQuery, 'status' | 'type' | 'source' | 'from' | 'to' | 'search' | 'author' | 'credentials'>
> & {
  /** The row of `author`, where it was looked up among the account's: their items are the account's. */
  authorId?: string | undefined;
};

const statusConditions: Record<NonNullable<MediaQuery['status']>, SQL | undefined> = {
  flagged: eq(media.moderationFlagged, true),
  safe: eq(media.moderationFlagged, false),
  not_checked: isNull(media.moderationFlagged),
  // Written as the partial indexes of these rare items have it.
  review: sql`${media.needsReview} and not ${media.moderationFlagged}`,
  sample: sql`${media.sampled} and not ${media.moderationFlagged}`,
  undecided: sql`${media.waiting}`,
};

const typeConditions = { image: sql`${media.mimeType} not like 'video/%'`, video: sql`${media.mimeType} like 'video/%'` };

const credentialState = sql`(${media.contentCredentials} ->> 'state')`;

/** Written as the partial index has it: a parameter would not be known to differ from the state that it leaves out. */
const credentialConditions: Record<CredentialState, SQL> = {
  none: sql`${credentialState} = 'none'`,
  valid: sql`${credentialState} = 'valid' and ${credentialState} <> 'none'`,
  untrusted: sql`${credentialState} = 'untrusted' and ${credentialState} <> 'none'`,
  invalid: sql`${credentialState} = 'invalid' and ${credentialState} <> 'none'`,
  unreadable: sql`${credentialState} = 'unreadable' and ${credentialState} <> 'none'`,
};

/** The words that are searched for; '' = none. PostgreSQL takes no U+0000. */
export function searchedWords({ search }: MediaFilter): string {
  return search?.trim().replaceAll('\0', '') ?? '';
}

/** What was typed stands for itself: the signs that LIKE reads are escaped. The function is that of the index `media_search`. */
function matching(words: string): SQL {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`media_search_text(${media.title}, ${media.originalFilename}, ${media.caption}, ${media.tags}) ilike ${pattern}`;
}

/** By their ids: of a moment to begin at PostgreSQL would expect a third of the account to be later, and start processes to read it. */
function amongNewest(accountId: string): SQL {
  const newest = sql`select ${media.id} from ${media} where ${eq(media.accountId, accountId)}
    order by ${desc(media.createdAt)}, ${media.id} limit ${limits.shortSearchItems}`;
  return sql`${media.id} = any(array(${newest}))`;
}

function searching(accountId: string, filter: MediaFilter): SQL | undefined {
  const words = searchedWords(filter);
  if (words === '') return undefined;
  return words.length < limits.indexedSearchLength ? and(matching(words), amongNewest(accountId)) : matching(words);
}

export const ofAuthor = (accountId: string, id: string): SQL =>
  sql`(select ${author.id} from ${author} where ${author.accountId} = ${accountId} and ${author.externalId} = ${id.replaceAll('\0', '')})`;

/** The items of an account that a filter lets through. */
export function mediaConditions(accountId: string, filter: MediaFilter): SQL | undefined {
  return and(
    filter.authorId === undefined ? eq(media.accountId, accountId) : undefined,
    media.kept,
    filter.status && statusConditions[filter.status],
    filter.type && typeConditions[filter.type],
    filter.source && eq(media.source, filter.source),
    filter.from === undefined ? undefined : gte(media.createdAt, new Date(filter.from)),
    // The last day counts whole.
    filter.to === undefined ? undefined : lte(media.createdAt, new Date(`${filter.to}T23:59:59.999Z`)),
    filter.author === undefined ? undefined : eq(media.authorId, filter.authorId ?? ofAuthor(accountId, filter.author)),
    filter.credentials && credentialConditions[filter.credentials],
    searching(accountId, filter),
  );
}
