import { and, asc, eq, gt } from 'drizzle-orm';
import { checker, checkLine, s3Source } from '../../db/schema.ts';
import { readDoorSettings } from '../../moderation/check/door-settings.ts';
import type { MakerContext } from '../export-maker.ts';

type FactsContext = Pick<MakerContext, 'db'>;

/** Rows that are in memory at a time. */
const pageSize = 1_000;

/** How other software asks: settings, checkers and buckets, without their keys and without addresses that are secrets. */
export async function doorFacts({ db }: FactsContext, accountId: string) {
  const { rejectStatus, onError, onReview, keep, timeoutMs, allowFrom, videoMaxSeconds, lastUsedAt } = checker;
  const answers = { rejectStatus, onError, onReview, keep, timeoutMs, allowFrom, videoMaxSeconds, lastUsedAt };
  const { endpoint, region, bucket, prefix, pathStyle, answerTags, lastEventAt } = s3Source;
  const place = { endpoint, region, bucket, prefix, pathStyle, answerTags, lastEventAt };
  const checkers = await db
    .select({ name: checker.name, isActive: checker.isActive, createdAt: checker.createdAt, ...answers })
    .from(checker)
    .where(eq(checker.accountId, accountId))
    .orderBy(asc(checker.createdAt));
  const buckets = await db
    .select({ name: s3Source.name, isActive: s3Source.isActive, createdAt: s3Source.createdAt, ...place })
    .from(s3Source)
    .where(eq(s3Source.accountId, accountId))
    .orderBy(asc(s3Source.createdAt));
  return { settings: await readDoorSettings(db, accountId), checkers, buckets };
}

/** Lines of checks.jsonl: what was judged without being kept. */
export async function* checkLines({ db }: FactsContext, accountId: string): AsyncGenerator<unknown[]> {
  let last: string | undefined;
  for (;;) {
    const page = await db
      .select()
      .from(checkLine)
      .where(and(eq(checkLine.accountId, accountId), last === undefined ? undefined : gt(checkLine.id, last)))
      .orderBy(asc(checkLine.id))
      .limit(pageSize);
    yield page.map(({ accountId: _account, ...line }) => line);
    last = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}
