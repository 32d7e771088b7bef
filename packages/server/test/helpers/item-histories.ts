import type { VerdictCounts } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { pick, type Random, randomFrom } from '../../../engine/test/random.ts';
import type { DbHandle, Tx } from '../../src/db/client.ts';
import { decision, media } from '../../src/db/schema.ts';
import { noCounts } from '../../src/moderation/list/tally.ts';

type Item = typeof media.$inferSelect;

/** What sums by verdict have to say: every item, one by one. */
export function countedOneByOne(items: readonly Item[]): VerdictCounts {
  const counts = { ...noCounts };
  for (const { kept, moderationFlagged: flagged, needsReview, sampled, waiting } of items) {
    if (!kept) continue;
    counts[flagged === null ? 'not_checked' : flagged ? 'flagged' : 'safe'] += 1;
    if (flagged === false && needsReview) counts.review += 1;
    if (flagged === false && sampled) counts.sample += 1;
    if (waiting) counts.undecided += 1;
  }
  return counts;
}

/** What an analysis may say of an item. */
export function someJudgement(next: Random) {
  const moderationFlagged = pick(next, [null, true, false, false]) ?? null;
  const needsReview = moderationFlagged === false && next() < 0.4;
  return {
    moderationFlagged,
    needsReview,
    // Drawn from those that need no review.
    sampled: moderationFlagged === false && !needsReview && next() < 0.4,
    state: pick(next, ['done', 'done', 'failed'] as const) ?? 'done',
  };
}

export type ItemHistory = {
  accountId: string;
  ids: readonly string[];
  seed: number;
  steps: number;
  /** Columns of an item that the sums go by beside its verdict. */
  moved: (next: Random) => Partial<typeof media.$inferInsert>;
};

/** What can happen to an item. */
const happenings: readonly ((tx: Tx, id: string, next: Random, history: ItemHistory) => Promise<unknown>)[] = [
  (tx, id, next) => tx.update(media).set(someJudgement(next)).where(eq(media.id, id)),
  (tx, mediaId, next, { accountId }) => tx.insert(decision).values({ mediaId, accountId, to: next() < 0.5, at: new Date() }),
  (tx, id) => tx.update(decision).set({ undoneAt: new Date() }).where(eq(decision.mediaId, id)),
  (tx, id, next, { moved }) => tx.update(media).set(moved(next)).where(eq(media.id, id)),
  (tx, id, next) =>
    tx
      .update(media)
      .set({ kept: next() < 0.7 })
      .where(eq(media.id, id)),
  (tx, id, next, { moved }) =>
    tx
      .update(media)
      .set({ ...someJudgement(next), ...moved(next), kept: next() < 0.7 })
      .where(eq(media.id, id)),
  async (tx, id, next) => {
    if (next() < 0.3) await tx.delete(media).where(eq(media.id, id));
  },
];

/** One thing after the other, each in a transaction of its own that first locks its item. */
export async function liveItems({ db }: Pick<DbHandle, 'db'>, history: ItemHistory): Promise<void> {
  const next = randomFrom(history.seed);
  for (let step = 0; step < history.steps; step += 1) {
    const id = pick(next, history.ids) ?? '';
    const happen = pick(next, happenings);
    await db.transaction(async (tx) => {
      const [row] = await tx.select({ id: media.id }).from(media).where(eq(media.id, id)).for('update');
      if (row) await happen?.(tx, id, next, history);
    });
  }
}
