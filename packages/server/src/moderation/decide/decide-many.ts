import { AppError, type DecideResult } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { decision, media } from '../../db/schema.ts';
import { authorize } from '../../security/authorized.ts';
import { type DecideContext, type Deciding, decide, type Person } from './decide.ts';
import { requireLabel } from './label-of-decision.ts';
import { undo } from './undo.ts';

/** What the person is told about one of many; anything but a refusal of ours ends the whole. */
async function outcome(id: string, task: () => Promise<string>): Promise<DecideResult> {
  try {
    return { id, decision_id: await task(), error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { id, decision_id: null, error: error.message };
  }
}

/** One after the other, each in its own transaction: one that is refused leaves the others decided. */
async function each(ids: readonly string[], task: (id: string) => Promise<string>): Promise<DecideResult[]> {
  const results: DecideResult[] = [];
  for (const id of new Set(ids)) results.push(await outcome(id, () => task(id)));
  return results;
}

type Chosen = {
  ids: readonly string[];
  /** The newest decision of each that its decider saw, where they say so; null = none. */
  lastDecisions?: Readonly<Record<string, string | null>> | undefined;
};

/** The same verdict for many items, in the order given, with what became of each. @throws AppError validation_failed (the label) */
export async function decideMany(
  context: DecideContext,
  decider: Person,
  { ids, lastDecisions }: Chosen,
  deciding: Deciding,
): Promise<DecideResult[]> {
  await requireLabel(context.db, decider.accountId, deciding);
  return await each(
    ids,
    async (id) => (await decide(context, decider, id, { ...deciding, lastDecision: lastDecisions?.[id] })).id,
  );
}

/** Takes many decisions back, with what became of each. `id` is that of the decision. */
export function undoMany(context: DecideContext, decider: Person, decisionIds: readonly string[]): Promise<DecideResult[]> {
  return each(decisionIds, async (decisionId) => {
    const [row] = await context.db
      .select({ id: media.id, accountId: media.accountId })
      .from(decision)
      .innerJoin(media, eq(media.id, decision.mediaId))
      .where(eq(decision.id, decisionId));
    const { id } = authorize(row, decider, 'decision_not_found');
    await undo(context, decider, id, decisionId);
    return decisionId;
  });
}
