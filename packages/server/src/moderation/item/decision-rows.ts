import { and, desc, eq, isNull, lte, max } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { decision, machineVerdict } from '../../db/schema.ts';

export type DecisionRow = typeof decision.$inferSelect;

const standing = (mediaId: string) => and(eq(decision.mediaId, mediaId), isNull(decision.undoneAt), isNull(decision.overruledAt));

/** The decision that holds now: the newest that was neither taken back nor overruled. The item is locked by the caller. */
export async function standingDecision(tx: Tx, mediaId: string): Promise<DecisionRow | undefined> {
  const [row] = await tx.select().from(decision).where(standing(mediaId)).orderBy(desc(decision.at), desc(decision.id)).limit(1);
  return row;
}

/** Whether it holds only once another person agrees. Of the newest that stands: a later one was the answer. */
export const isWaiting = (standing: DecisionRow | undefined): boolean => standing?.waitsSecond ?? false;

/** The newest decision that stands and waits for nobody. The item is locked by the caller. */
export async function finalDecision(tx: Tx, mediaId: string): Promise<DecisionRow | undefined> {
  const [row] = await tx
    .select()
    .from(decision)
    .where(and(standing(mediaId), eq(decision.waitsSecond, false)))
    .orderBy(desc(decision.at), desc(decision.id))
    .limit(1);
  return row;
}

/** When the newest decision was made, taken back or not; null = there is none. Later ones are later by this, on whatever machine. */
export async function newestDecisionAt(tx: Tx, mediaId: string): Promise<Date | null> {
  const [newest] = await tx
    .select({ at: max(decision.at) })
    .from(decision)
    .where(eq(decision.mediaId, mediaId));
  return newest?.at ?? null;
}

/** The newest decision, taken back or not, as a list of them ends; null = there is none. */
export async function newestDecision(tx: Tx, mediaId: string): Promise<string | null> {
  const [newest] = await tx
    .select({ id: decision.id })
    .from(decision)
    .where(eq(decision.mediaId, mediaId))
    .orderBy(desc(decision.at), desc(decision.id))
    .limit(1);
  return newest?.id ?? null;
}

/** The newest result of an item, also when retention removed what it said; null = there is none yet. */
export async function newestAttempt(tx: Tx, mediaId: string): Promise<number | null> {
  const [newest] = await tx
    .select({ attempt: max(machineVerdict.attempt) })
    .from(machineVerdict)
    .where(eq(machineVerdict.mediaId, mediaId));
  return newest?.attempt ?? null;
}

/** That a result takes the place of what people decided. */
export type Overruling = {
  /** Of the newest decision when it was asked for: what was decided later stays. null = asked for before this was kept. */
  until: Date | null;
};

/** An analysis that a person asked to decide takes the place of every decision that was made before they asked. Returns their ids. */
export async function overruleDecisions(tx: Tx, mediaId: string, { until, now }: Overruling & { now: Date }): Promise<string[]> {
  const before = until === null ? undefined : lte(decision.at, until);
  const overruled = await tx
    .update(decision)
    .set({ overruledAt: now })
    .where(and(standing(mediaId), before))
    .returning({ id: decision.id });
  return overruled.map(({ id }) => id);
}
