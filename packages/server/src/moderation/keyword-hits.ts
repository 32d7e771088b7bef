import { type KeywordHits, type KeywordSettingsInput, keywordFinder, limits } from '@clearframe/contract';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { analysis, media } from '../db/schema.ts';
import { searchedText } from './keywords.ts';

type HitsContext = Pick<Context, 'db'>;

/** How long the counting may take; what was counted until then is the answer. */
const BUDGET_MS = 2_000;
/** Texts held in memory at a time: an item's may have 20 kB. */
const BATCH = 50;

/** Ids of the newest analysed items. */
async function newestItems({ db }: HitsContext, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.accountId, accountId), eq(media.state, 'done')))
    .orderBy(desc(media.createdAt), media.id)
    .limit(limits.keywordHitsItems);
  return rows.map(({ id }) => id);
}

/** What keywords were looked for in, of each of these items: the same text as at the verdict. */
async function searchedTexts({ db }: HitsContext, ids: string[]): Promise<string[]> {
  const written = { title: media.title, description: media.description, caption: media.caption, tags: media.tags };
  const rows = await db
    .selectDistinctOn([media.id], {
      written,
      seen: sql<string>`${analysis.analysis} ->> 'description'`,
      read: sql<string>`${analysis.analysis} ->> 'text'`,
    })
    .from(media)
    .innerJoin(analysis, eq(analysis.mediaId, media.id))
    .where(inArray(media.id, ids))
    .orderBy(media.id, desc(analysis.attempt));
  return rows.map((row) => searchedText({ description: row.seen, text: row.read }, row.written));
}

/** Lets requests that wait be served. */
const pause = () => new Promise((resolve) => setImmediate(resolve));

/**
 * In how many of the account's newest items each keyword occurs, by the rule of the verdict. Between two items other requests
 * are served, and after {@link BUDGET_MS} the counting ends: 1,000 keywords over 500 long texts are seconds of computing.
 * @param nowMs milliseconds of a clock that only runs forward
 */
export async function countKeywordHits(
  context: HitsContext,
  accountId: string,
  { required_keywords, forbidden_keywords }: KeywordSettingsInput,
  nowMs: () => number = performance.now.bind(performance),
): Promise<KeywordHits> {
  const deadline = nowMs() + BUDGET_MS;
  const lists = [required_keywords, forbidden_keywords].map((keywords) => ({
    keywords,
    find: keywordFinder(keywords),
    counts: new Map<string, number>(),
  }));
  const ids = await newestItems(context, accountId);
  let checked = 0;
  for (let start = 0; start < ids.length && nowMs() < deadline; start += BATCH) {
    for (const text of await searchedTexts(context, ids.slice(start, start + BATCH))) {
      if (nowMs() >= deadline) break;
      for (const { find, counts } of lists) for (const found of find(text)) counts.set(found, (counts.get(found) ?? 0) + 1);
      checked += 1;
      await pause();
    }
  }
  const [required = [], forbidden = []] = lists.map(({ keywords, counts }) => hitsInOrder(keywords, counts));
  return { items_checked: checked, is_complete: checked === ids.length, required, forbidden };
}

/** One number a keyword; of keywords that are spelt alike the first has it. */
function hitsInOrder(keywords: readonly string[], counts: Map<string, number>): number[] {
  const left = new Map(counts);
  return keywords.map((keyword) => {
    const hits = left.get(keyword) ?? 0;
    left.delete(keyword);
    return hits;
  });
}
