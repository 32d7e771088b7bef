import type { AnalyserRun, Analysis, Moderation } from '@clearframe/contract';

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
