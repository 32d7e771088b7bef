import type { Analysis, Moderation } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { machineVerdict } from '../db/schema.ts';
import { flaggedBy } from './flagged-by.ts';
import { readQualitySettings } from './settings.ts';

type Result = {
  mediaId: string;
  attempt: number;
  accountId: string;
  analysis: Analysis;
  moderation: Moderation;
  /** A decision stands, so that nobody will be asked to look. */
  isDecided: boolean;
};

function outcomeOf({ passed, ai_analysis }: Moderation): typeof machineVerdict.$inferSelect.outcome {
  if (!passed) return 'flagged';
  return ai_analysis.needs_review ? 'review' : 'safe';
}

/**
 * Writes down what the analysis said, and draws a part of the safe items for a person to look at: in the transaction that
 * settles the item, whose row is locked. A new result is drawn anew, whatever became of the one before.
 * @returns whether the item was drawn
 */
export async function recordVerdict(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  tx: Tx,
  { mediaId, attempt, accountId, analysis, moderation, isDecided }: Result,
): Promise<boolean> {
  const samplePermille = isDecided ? 0 : (await readQualitySettings(tx, accountId)).sample_permille;
  const outcome = outcomeOf(moderation);
  const { ai_analysis: ai } = moderation;
  const sampled = outcome === 'safe' && random() * 1_000 < samplePermille;
  await tx
    .update(machineVerdict)
    .set({ newest: false })
    .where(and(eq(machineVerdict.mediaId, mediaId), eq(machineVerdict.newest, true)));
  await tx.insert(machineVerdict).values({
    mediaId,
    attempt,
    accountId,
    outcome,
    samplePermille,
    sampled,
    newest: true,
    at: clock.now(),
    // Where a known picture passed it, the categories that were seen flagged nothing.
    categories: ai.flagged ? ai.flagged_categories : [],
    byKeywords: !moderation.keyword_check.passed,
    byMatch: ai.flagged && moderation.match?.applied === true,
    flaggedBy: ai.flagged ? flaggedBy(analysis, moderation) : [],
    analysisVersion: analysis.analysis_version,
    policyVersion: moderation.policy_version,
  });
  return sampled;
}

/** Whether the newest result of the item was drawn. */
export async function wasSampled(tx: Tx, mediaId: string): Promise<boolean> {
  const [newest] = await tx
    .select({ sampled: machineVerdict.sampled })
    .from(machineVerdict)
    .where(and(eq(machineVerdict.mediaId, mediaId), eq(machineVerdict.newest, true)));
  return newest?.sampled ?? false;
}
