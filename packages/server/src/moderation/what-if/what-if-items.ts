import type { CategoryScores, KnownMatch } from '@clearframe/contract';
import { and, desc, eq, exists, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { analysis, media } from '../../db/schema.ts';
import { searchedText } from '../judge/check-keywords.ts';

/** Of an item's newest analysis the scores, and whether its file declares itself synthetic. */
export type StoredItem = { id: string; scores: CategoryScores; isDeclared: boolean; isUnread: boolean };

/** What else decides about an item. */
export type StoredWords = {
  /** What keywords are looked for in: the same text as at the verdict. */
  text: string;
  /** The list of the known picture that decided; null = none did. */
  known: KnownMatch['list'] | null;
};

/** Ids of the newest items that have a result, the newest first: also those whose last analysis failed or is under way. */
export async function newestChecked(db: Db, accountId: string, limit: number): Promise<string[]> {
  const result = db.select({ one: sql`1` }).from(analysis).where(eq(analysis.mediaId, media.id));
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.accountId, accountId), media.kept, exists(result)))
    .orderBy(desc(media.createdAt), media.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The scores of these items, in the order asked for. */
export async function storedItems(db: Db, ids: string[]): Promise<StoredItem[]> {
  const rows = await db
    .selectDistinctOn([analysis.mediaId], {
      id: analysis.mediaId,
      scores: sql<CategoryScores>`${analysis.analysis} -> 'scores'`,
      isDeclared: sql<boolean>`${analysis.analysis} #>> '{content_credentials,synthetic}' is not null`,
      isUnread: sql<boolean>`coalesce(${analysis.analysis} ->> 'writing', 'read') = 'not_read'`,
    })
    .from(analysis)
    .where(inArray(analysis.mediaId, ids))
    .orderBy(analysis.mediaId, desc(analysis.attempt));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What else decides about these items, by their ids. */
export async function storedWords(db: Db, ids: string[]): Promise<Map<string, StoredWords>> {
  if (ids.length === 0) return new Map();
  const written = { title: media.title, description: media.description, caption: media.caption, tags: media.tags };
  const rows = await db
    .selectDistinctOn([media.id], {
      id: media.id,
      written,
      seen: sql<string>`${analysis.analysis} ->> 'description'`,
      read: sql<string>`${analysis.analysis} ->> 'text'`,
      known: sql<
        StoredWords['known']
      >`case when ${analysis.moderation} @> '{"match": {"applied": true}}' then ${analysis.moderation} -> 'match' ->> 'list' end`,
    })
    .from(media)
    .innerJoin(analysis, eq(analysis.mediaId, media.id))
    .where(inArray(media.id, ids))
    .orderBy(media.id, desc(analysis.attempt));
  return new Map(
    rows.map(({ id, written: texts, seen, read, known }) => [
      id,
      { text: searchedText({ description: seen, text: read }, texts), known },
    ]),
  );
}
