import type { Analysis, Moderation, ReadLater } from '@clearframe/contract';
import { quoted } from '@clearframe/engine/light';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { analysis as analysisTable, media, writingBacklog } from '../../db/schema.ts';
import { announceMedia } from '../../live/announce.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import type { MediaRow } from '../item/media-row.ts';
import { checkKeywords, searchedText } from '../judge/check-keywords.ts';
import { takeTryBack } from './unread.ts';

/** As long as the check of an analysis may take. */
const KEYWORDS_MS = 5_000;

type Written = Pick<Analysis, 'text' | 'text_lines'>;

async function newestResult(db: Db | Tx, mediaId: string) {
  const [row] = await db
    .select()
    .from(analysisTable)
    .where(eq(analysisTable.mediaId, mediaId))
    .orderBy(desc(analysisTable.attempt))
    .limit(1);
  return row;
}

/** The result with what was read. Another analyser may have read something by itself. */
function withWriting(result: Analysis, { text, text_lines = [] }: Written): Analysis {
  const texts = [text, result.text].filter((one, place, all) => one !== '' && all.indexOf(one) === place);
  const description = [result.description, ...quoted(text)].join(' ');
  return { ...result, text: texts.join('\n'), text_lines, description, writing: 'read' };
}

/** The verdict that was given, and beside it what was read since. */
function besideVerdict(moderation: Moderation, result: Analysis, read_later: ReadLater): Moderation {
  const { text, text_lines, description, writing } = result;
  return { ...moderation, ai_analysis: { ...moderation.ai_analysis, text, text_lines, description, writing }, read_later };
}

/**
 * Writes what was read beside the newest result, and how the lists that stand now judge it. The verdict is left as it was given. The row
 * says whether that result is still the one that was looked at: an analysis or a hold that came between leaves all as it is.
 * @throws KeywordsUnfinished when there was no time to check
 */
export async function storeReading(
  { clock, db, live }: Pick<Context, 'clock' | 'db' | 'live'>,
  seen: MediaRow,
  written: Written,
): Promise<void> {
  const policy = await readPolicy(db, seen.accountId);
  const before = await newestResult(db, seen.id);
  const result = before && withWriting(before.analysis, written);
  const until = performance.now() + KEYWORDS_MS;
  const check = result && checkKeywords(searchedText(result, seen), policy.keywords, () => performance.now() > until);
  await db.transaction(async (tx) => {
    const [item] = await tx.select().from(media).where(eq(media.id, seen.id)).for('update');
    if (!item || item.writingTries === null || item.attempt !== seen.attempt || item.state === 'queued') return;
    if (item.legalHoldAt !== null) return await takeTryBack(tx, item);
    await tx.update(media).set({ writingTries: null }).where(eq(media.id, item.id));
    await tx
      .update(writingBacklog)
      .set({ done: sql`${writingBacklog.done} + 1` })
      .where(eq(writingBacklog.accountId, item.accountId));
    // Results that an account keeps no longer are gone for good.
    const newest = await newestResult(tx, item.id);
    if (!newest || !result || !check || newest.analysis.writing !== 'not_read') return;
    const at = clock.now().toISOString();
    const moderation = besideVerdict(newest.moderation, result, { at, policy_version: policy.version, keyword_check: check });
    await tx
      .update(analysisTable)
      .set({ analysis: result, moderation })
      .where(and(eq(analysisTable.mediaId, item.id), eq(analysisTable.attempt, newest.attempt)));
    await announceMedia(live, item, tx);
  });
}
