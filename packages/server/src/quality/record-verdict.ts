import type { AnalyserRun, Analysis, Moderation } from '@clearframe/contract';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { machineVerdict } from '../db/schema.ts';
import { readQualitySettings } from './settings.ts';

/** Name of the analyser that needs no setting. */
const builtIn = 'built-in';

type Seen = Pick<Analysis, 'scores'> & {
  analysers?: readonly Pick<AnalyserRun, 'name' | 'version' | 'outcome' | 'scores'>[] | undefined;
};
type Judged = { ai_analysis: Pick<Moderation['ai_analysis'], 'thresholds' | 'flagged_categories'> };

/**
 * The analysers whose own score flags the file, by name and version. Of the built-in one no score of its own is kept where others
 * looked too: it counts in a category in which none of them came as high as the result.
 */
export function flaggedBy({ scores, analysers = [] }: Seen, { ai_analysis: ai }: Judged): string[] {
  const answered = analysers.filter(({ outcome }) => outcome === 'answered');
  const flagging = answered.filter((run) =>
    ai.flagged_categories.some((name) => (run.scores[name] ?? 0) >= (ai.thresholds[name]?.flag ?? Number.POSITIVE_INFINITY)),
  );
  const isOwn = ai.flagged_categories.some((name) => answered.every((run) => (run.scores[name] ?? 0) < (scores[name] ?? 0)));
  return [...(isOwn ? [builtIn] : []), ...flagging.map(({ name, version }) => `${name} ${version}`)];
}

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

/** How many in a thousand safe items an account has drawn, as a value of a larger statement. */
export const permilleOf = (accountId: string): SQL<number> =>
  sql<number>`coalesce((select sample_permille from quality_settings where quality_settings.account_id = ${accountId}), 0)`;

/** What is written down of a result, and how chance draws it, for a statement that knows how many are drawn. */
export function verdictRow(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  { mediaId, attempt, accountId, analysis, moderation }: Omit<Result, 'isDecided'>,
) {
  const outcome = outcomeOf(moderation);
  const { ai_analysis: ai } = moderation;
  const values = {
    mediaId,
    attempt,
    accountId,
    outcome,
    newest: true,
    at: clock.now(),
    // Where a known picture passed it, the categories that were seen flagged nothing.
    categories: ai.flagged ? ai.flagged_categories : [],
    byKeywords: !moderation.keyword_check.passed,
    byMatch: ai.flagged && moderation.match?.applied === true,
    flaggedBy: ai.flagged ? flaggedBy(analysis, moderation) : [],
    analysisVersion: analysis.analysis_version,
    policyVersion: moderation.policy_version,
  };
  return {
    values,
    isDrawn: (permille: SQL): SQL => (outcome === 'safe' ? sql`${random() * 1_000}::float8 < ${permille}` : sql`false`),
  };
}

/**
 * Writes down what the analysis said, and draws a part of the safe items for a person to look at: in the transaction that
 * settles the item, whose row is locked. A new result is drawn anew, whatever became of the one before.
 * @returns whether the item was drawn
 */
export async function recordVerdict(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  tx: Tx,
  { isDecided, ...result }: Result,
): Promise<boolean> {
  const { mediaId, accountId } = result;
  const samplePermille = isDecided ? 0 : (await readQualitySettings(tx, accountId)).sample_permille;
  const { values } = verdictRow({ clock, random }, result);
  const sampled = values.outcome === 'safe' && random() * 1_000 < samplePermille;
  await tx
    .update(machineVerdict)
    .set({ newest: false })
    .where(and(eq(machineVerdict.mediaId, mediaId), eq(machineVerdict.newest, true)));
  await tx.insert(machineVerdict).values({ ...values, samplePermille, sampled });
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
