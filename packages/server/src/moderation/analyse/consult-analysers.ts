import {
  type AnalyserFault,
  type AnalyserRun,
  type Analysis,
  type CategoryScores,
  categoryNames,
  faultWords,
  judgeScores,
  type Moderation,
  type Policy,
  type VideoSecond,
} from '@clearframe/contract';
import { toInput } from '@clearframe/engine/light';
import { visitorAccountId } from '../../accounts/visitor-account-id.ts';
import type { Context } from '../../context.ts';
import type { MediaRow } from '../item/media-row.ts';
import type { RunSigns } from '../tell/tell-progress.ts';
import type { Seen } from './examine-item.ts';
import { noteAnalysers } from './note-analysers.ts';

/** While a provider is waited for the supervisor is told so often: it takes a silent process for a hung one after 45 s. */
const TELL_MS = 5_000;

/** An analysis, and of a video its seconds. */
type Consulted = Pick<Seen, 'analysis' | 'seconds'>;

/**
 * The analysis with what the analysers beside the built-in one say of the picture that is shown: of a video the most doubtful second, or
 * every second for those that judge each; of an animation its most doubtful frame. What the uploader wrote and what was read goes along as
 * text. None is set: nothing happens.
 * @throws the reason of the run when it shall end
 */
export async function consultAnalysers(
  { analysers, metrics, ...context }: Pick<Context, 'analysers' | 'db' | 'log' | 'metrics'>,
  item: MediaRow,
  { analysis, shown, seconds, readSeconds }: Consulted & Pick<Seen, 'shown' | 'readSeconds'>,
  { signs, thresholds }: { signs: Pick<RunSigns, 'alive' | 'signal' | 'stopping'>; thresholds: Policy['thresholds'] },
): Promise<Consulted> {
  if (analysers.members.length === 0) return { analysis, seconds };
  const telling = setInterval(signs.alive, TELL_MS);
  const others: (readonly CategoryScores[])[] = [];
  try {
    const film = readSeconds && { read: readSeconds, judged: (scores: readonly CategoryScores[]) => void others.push(scores) };
    const texts = toInput(shown, [item.title, item.caption, item.description, ...item.tags, analysis.text]);
    // The first page promises visitors that nobody else is shown their picture.
    const onlyHere = item.accountId === visitorAccountId;
    const signal = AbortSignal.any([signs.signal, signs.stopping]);
    const consulted = await analysers.consult(analysis, film ? { ...texts, film } : texts, { signal, onlyHere });
    const runs = consulted.analysers ?? [];
    for (const run of runs) countRun(metrics, run);
    await noteAnalysers(context, runs);
    return others.length === 0 ? { analysis: consulted, seconds } : withSeconds(consulted, seconds, { others, thresholds });
  } finally {
    clearInterval(telling);
  }
}

/** Each second with the highest scores of all who judged it, so that the film shows where something is. */
function withSeconds(
  analysis: Analysis,
  seconds: readonly VideoSecond[],
  { others, thresholds }: { others: (readonly CategoryScores[])[]; thresholds: Policy['thresholds'] },
): Consulted {
  const judged = seconds.map((one, at): VideoSecond => {
    const scores = { ...one.scores };
    for (const name of categoryNames)
      for (const each of others) {
        const score = each[at]?.[name];
        if (score !== undefined) scores[name] = Math.max(score, scores[name] ?? 0);
      }
    const { flagged, needs_review } = judgeScores(scores, thresholds);
    return { second: one.second, scores, flagged, needs_review, same_as: null };
  });
  const flagged_seconds = judged.filter(({ flagged }) => flagged).map(({ second }) => second);
  const { video } = analysis;
  return { analysis: video ? { ...analysis, video: { ...video, flagged_seconds } } : analysis, seconds: judged };
}

function countRun(
  { analyserRequests, analyserTime }: Pick<Context['metrics'], 'analyserRequests' | 'analyserTime'>,
  { name: analyser, outcome, elapsed_ms: elapsedMs }: AnalyserRun,
): void {
  if (outcome === 'not_asked') return;
  analyserRequests.inc({ analyser, outcome });
  analyserTime.observe({ analyser }, elapsedMs / 1_000);
}

/** The faults that another run may not meet. */
const passing: readonly AnalyserFault[] = ['timeout', 'unreachable', 'throttled', 'provider'];

/** Why nothing can be decided. */
export type Unanswered = { sentence: string; mayPass: boolean };

/**
 * Whether an analyser that was to be asked gave no opinion and the verdict depends on it: whatever it would have said, a flag of the
 * others and a forbidden keyword stay what they are; everything else could be wrong. docs/decisions/046.
 * @returns null when the verdict stands
 */
export function unansweredOf({ analysers = [] }: Analysis, moderation: Moderation): Unanswered | null {
  const failed = analysers.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0 || moderation.ai_analysis.flagged || moderation.keyword_check.foundForbidden.length > 0) return null;
  return {
    sentence: `${failed.map(explained).join('; ')}. Nothing was decided and nothing was charged`,
    mayPass: failed.some(({ fault }) => fault !== null && passing.includes(fault)),
  };
}

const explained = ({ name, fault }: AnalyserRun): string =>
  `The analyser ${name} gave no opinion: ${fault === null ? 'it failed' : faultWords[fault]}`;
