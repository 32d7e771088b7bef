import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { decision } from '../db/schema.ts';

export type DecisionRow = typeof decision.$inferSelect;

const standing = (mediaId: string) => and(eq(decision.mediaId, mediaId), isNull(decision.undoneAt), isNull(decision.overruledAt));

/** The decision that holds now: the newest that was neither taken back nor overruled. The item is locked by the caller. */
export async function standingDecision(tx: Tx, mediaId: string): Promise<DecisionRow | undefined> {
  const [row] = await tx.select().from(decision).where(standing(mediaId)).orderBy(desc(decision.at), desc(decision.id)).limit(1);
  return row;
}

/** An analysis that a person asked to decide takes the place of every decision before. */
export async function overruleDecisions(tx: Tx, mediaId: string, now: Date): Promise<void> {
  await tx.update(decision).set({ overruledAt: now }).where(standing(mediaId));
}
