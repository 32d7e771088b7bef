import {
  type CountedShare,
  categoryNames,
  type FlagReason,
  type QualityReport,
  qualityMinDecided,
  type ShareEstimate,
  wilson,
} from '@clearframe/contract';
import { type Covered, estimateRecall, type Stratum } from './estimate-recall.ts';

const estimateOf = (hits: number, n: number): ShareEstimate => ({ share: hits / n, ...wilson(hits, n) });

/** A share with its interval, or without when there are too few to say. */
export function countedShare(hits: number, n: number): CountedShare {
  return { hits, n, estimate: n < qualityMinDecided ? null : estimateOf(hits, n) };
}

/** Items that are alike in all that the figures ask for, and how many there are. */
export type Group = {
  outcome: 'flagged' | 'review' | 'safe';
  /** Categories that flagged them. */
  categories: readonly string[];
  byKeywords: boolean;
  byMatch: boolean;
  flaggedBy: readonly string[];
  analysisVersion: string;
  policyVersion: string;
  samplePermille: number;
  sampled: boolean;
  /** What people decided: true = Fail; null = nothing. */
  fails: boolean | null;
  byProgram: boolean;
  items: number;
};

const reasons: readonly FlagReason[] = [...categoryNames, 'keywords', 'known'];

const count = (groups: readonly Group[], of: (group: Group) => boolean = () => true) =>
  groups.reduce((sum, group) => (of(group) ? sum + group.items : sum), 0);
const isFlagged = ({ outcome }: Group) => outcome === 'flagged';
const isDecided = ({ fails }: Group) => fails !== null;
const isMissed = (group: Group) => group.fails === true && !isFlagged(group);

function overrideOf(groups: readonly Group[]): CountedShare {
  const overturned = count(groups, (group) => isDecided(group) && group.fails !== isFlagged(group));
  return countedShare(overturned, count(groups, isDecided));
}

function precisionOf(groups: readonly Group[]): CountedShare {
  const flagged = groups.filter(isFlagged);
  return countedShare(
    count(flagged, ({ fails }) => fails === true),
    count(flagged, isDecided),
  );
}

function isFor(group: Group, reason: FlagReason): boolean {
  if (reason === 'keywords') return group.byKeywords;
  return reason === 'known' ? group.byMatch : group.categories.includes(reason);
}

const flagFigures = (of: readonly Group[]) => ({ flagged: count(of), precision: precisionOf(of) });

function byReason(groups: readonly Group[]): QualityReport['by_reason'] {
  const flagged = groups.filter(isFlagged);
  return reasons
    .map((reason) => ({ reason, ...flagFigures(flagged.filter((group) => isFor(group, reason))) }))
    .filter((row) => row.flagged > 0)
    .sort((one, other) => other.flagged - one.flagged);
}

function byAnalyser(groups: readonly Group[]): QualityReport['by_analyser'] {
  const flagged = groups.filter(isFlagged);
  return [...new Set(flagged.flatMap((group) => group.flaggedBy))]
    .map((analyser) => ({ analyser, ...flagFigures(flagged.filter((group) => group.flaggedBy.includes(analyser))) }))
    .sort((one, other) => other.flagged - one.flagged || one.analyser.localeCompare(other.analyser));
}

function byVersion(groups: readonly Group[], versionOf: (group: Group) => string): QualityReport['by_analysis_version'] {
  return [...Map.groupBy(groups, versionOf)]
    .map(([version, of]) => ({ version, judged: count(of), override: overrideOf(of), precision: precisionOf(of) }))
    .sort((one, other) => other.judged - one.judged || one.version.localeCompare(other.version));
}

function stratum(groups: readonly Group[], outcome: Group['outcome']): Stratum {
  const of = groups.filter((group) => group.outcome === outcome);
  return { items: count(of), passed: count(of, ({ fails }) => fails === false), failed: count(of, isMissedOrConfirmed) };
}
const isMissedOrConfirmed = ({ fails }: Group) => fails === true;

/** Only items that could have been drawn, or would have been if they had passed. */
function coveredBySample(groups: readonly Group[]): Covered {
  const covered = groups.filter(({ samplePermille }) => samplePermille > 0);
  const drawn = covered.filter(({ sampled }) => sampled);
  const sample = [...Map.groupBy(drawn, ({ samplePermille }) => samplePermille)].map(([permille, of]) => ({
    permille,
    passed: count(of, ({ fails }) => fails === false),
    failed: count(of, ({ fails }) => fails === true),
  }));
  return {
    flagged: stratum(covered, 'flagged'),
    review: stratum(covered, 'review'),
    safe: stratum(covered, 'safe'),
    sampled: count(drawn),
    sample,
  };
}

/** Every figure of the report that does not ask for days. Pure: counts in, shares with their intervals out. */
export function summarise(all: readonly Group[]): Omit<QualityReport, 'period' | 'since' | 'days' | 'appeals'> {
  // What a program decided says nothing of what a person would.
  const groups = all.map((group) => (group.byProgram ? { ...group, fails: null } : group));
  return {
    judged: count(groups),
    decided: count(groups, isDecided),
    by_programs: count(all, ({ byProgram }) => byProgram),
    override: overrideOf(groups),
    precision: precisionOf(groups),
    by_reason: byReason(groups),
    by_analyser: byAnalyser(groups),
    by_analysis_version: byVersion(groups, ({ analysisVersion }) => analysisVersion),
    by_policy_version: byVersion(groups, ({ policyVersion }) => policyVersion),
    misses: {
      in_review: count(groups, (group) => isMissed(group) && group.outcome === 'review'),
      in_sample: count(groups, (group) => isMissed(group) && group.sampled),
      elsewhere: count(groups, (group) => isMissed(group) && group.outcome === 'safe' && !group.sampled),
    },
    recall: estimateRecall(coveredBySample(groups)),
  };
}
