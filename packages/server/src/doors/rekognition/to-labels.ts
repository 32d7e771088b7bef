import type { AiAnalysis, Category, OnReview } from '@clearframe/contract';
import type { Checked } from '../../moderation/check/finish-checks.ts';
import { isFlagged } from '../shared/judge-pictures.ts';

type ModerationLabel = { Confidence: number; Name: string; ParentName: string; TaxonomyLevel: number };

/** Our categories as labels of their model 7, each below its parents. The analyser's `rekognition-mapping.ts` read backwards. */
const paths: readonly (readonly [Category, readonly [string, ...string[]]])[] = [
  ['sexual_explicit', ['Explicit']],
  ['nudity', ['Explicit', 'Explicit Nudity']],
  ['sexual_suggestive', ['Non-Explicit Nudity of Intimate parts and Kissing']],
  ['violence', ['Violence']],
  ['weapons', ['Violence', 'Weapons']],
  ['gore', ['Violence', 'Graphic Violence', 'Blood & Gore']],
  ['self_harm', ['Violence', 'Graphic Violence', 'Self-Harm']],
  ['hate', ['Hate Symbols']],
  ['rude_gesture', ['Rude Gestures']],
  ['drugs', ['Drugs & Tobacco']],
  ['tobacco', ['Drugs & Tobacco', 'Drugs & Tobacco Paraphernalia & Use', 'Smoking']],
  ['alcohol', ['Alcohol']],
  ['gambling', ['Gambling']],
  ['disturbing', ['Visually Disturbing']],
];

/** Of theirs; no category of ours stands for this one. */
const swimwear = 'Swimwear or Underwear';

/** To four places: 0.29 times 100 is less than 29 for a computer, and would miss a confidence of 29. */
const inPercent = (score: number): number => Math.round(score * 1_000_000) / 10_000;

/** Every label from that confidence on, parents first, each as high as its highest child. */
function labelsOf(scores: AiAnalysis['scores'], minConfidence: number): ModerationLabel[] {
  const labels = new Map<string, ModerationLabel>();
  for (const [category, path] of paths) {
    const Confidence = inPercent(scores[category] ?? 0);
    path.forEach((Name, level) => {
      const known = labels.get(Name)?.Confidence ?? 0;
      labels.set(Name, {
        Confidence: Math.max(known, Confidence),
        Name,
        ParentName: path[level - 1] ?? '',
        TaxonomyLevel: level + 1,
      });
    });
  }
  return [...labels.values()]
    .filter(({ Confidence }) => Confidence > 0 && Confidence >= minConfidence)
    .toSorted((a, b) => a.TaxonomyLevel - b.TaxonomyLevel || b.Confidence - a.Confidence);
}

/** First-level labels below which nobody looked at anything: their absence says nothing. */
function notAssessed(coverage: AiAnalysis['coverage']): string[] {
  const looked = new Map<string, boolean>([[swimwear, false]]);
  for (const [category, [first]] of paths) looked.set(first, looked.get(first) === true || coverage[category] !== 'not_assessed');
  return [...looked].flatMap(([name, isLooked]) => (isLooked ? [] : [name]));
}

export type Answer = {
  ModerationLabels: ModerationLabel[];
  ModerationModelVersion: string;
  ContentTypes: { Name: string; Confidence: number }[];
};

/** What flags without a label of theirs: a keyword, a known picture, a blocked uploader, a category that they do not have. */
const byPolicy: ModerationLabel = { Name: 'Flagged by Account Policy', ParentName: '', TaxonomyLevel: 1, Confidence: 100 };

/** The answer, and which of their labels nobody looked for. A flagged picture never has an empty list. */
export function toLabels(
  { moderation, analysis }: Checked,
  { minConfidence, onReview }: { minConfidence: number; onReview: OnReview },
): { answer: Answer; notAssessed: string[] } {
  const { scores, coverage } = moderation.ai_analysis;
  const found = labelsOf(scores, minConfidence);
  const isSaidBySome = found.length > 0 || !isFlagged(moderation, onReview);
  const drawn = inPercent(scores.synthetic ?? 0);
  return {
    answer: {
      ModerationLabels: isSaidBySome ? found : [byPolicy],
      ModerationModelVersion: `clearframe-${analysis.analysis_version}`,
      ContentTypes: drawn > 0 && drawn >= minConfidence ? [{ Name: 'Illustrated', Confidence: drawn }] : [],
    },
    notAssessed: notAssessed(coverage),
  };
}
