import { type Analysis, type Category, type Coverage, categoryNames } from '@clearframe/contract';
import type { Opinion } from './analyser.ts';

type Merged = Pick<Analysis, 'scores' | 'coverage' | 'description' | 'text'>;

/** How much each says, so that the most is kept. */
const worth = { not_assessed: 0, text_only: 1, within: 2, one_picture: 3, assessed: 4 };
const worthOf = (coverage: Coverage): number =>
  coverage.startsWith('within:') ? worth.within : worth[coverage as Exclude<Coverage, `within:${Category}`>];

/** What looking at one picture says of a file that has several: a category within another is not even as much. */
function ofOnePicture(coverage: Coverage): Coverage {
  if (coverage === 'assessed') return 'one_picture';
  return coverage.startsWith('within:') ? 'not_assessed' : coverage;
}

/** Texts once each, in their order; one that another holds already says nothing new. */
function together(texts: readonly (string | undefined)[], between: string): string {
  const kept: string[] = [];
  for (const text of texts) {
    const part = text?.trim() ?? '';
    if (part !== '' && !kept.some((other) => other.includes(part))) kept.push(part);
  }
  return kept.join(between);
}

/**
 * What several analysers say of one file: of each category the highest score, never a lower one than any of them gave, and the most
 * that was looked at. What was described and read is put together, because keywords are looked for in all of it.
 * @param onePicture of a video or an animation the opinions saw one picture only, but for those with `seconds`
 */
export function mergeOpinions(first: Merged, opinions: readonly Opinion[], onePicture: boolean): Merged {
  const scores = { ...first.scores };
  const coverage = { ...first.coverage };
  for (const opinion of opinions) {
    for (const name of categoryNames) {
      const score = opinion.scores[name];
      if (score !== undefined) scores[name] = Math.max(score, scores[name] ?? 0);
      const own = opinion.coverage[name];
      const said = own && (onePicture && !opinion.seconds ? ofOnePicture(own) : own);
      if (said && worthOf(said) > worthOf(coverage[name])) coverage[name] = said;
    }
  }
  return {
    scores,
    coverage,
    description: together([first.description, ...opinions.map(({ description }) => description)], ' '),
    text: together([first.text, ...opinions.map(({ text }) => text)], '\n'),
  };
}
