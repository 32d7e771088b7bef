import { categories, type MediaUpload } from '@clearframe/contract';
import { standing, whoDecided } from '../decide/situation.ts';

/** A word or two on a card, with a figure where it has one. `flag`: it decided. `doubt`: a person should look. */
export type CardReason = { look: 'plain' | 'flag' | 'doubt' | 'missing'; text: string };

/** So many fit beside the tags. */
const SHOWN = 3;

const authorRules = { blocked: 'Blocked uploader', watched: 'Watched uploader', trusted: null } as const;

/**
 * Who decided an item, else why it is flagged or wants a look, weightiest first. Of what was drawn for the sample nothing: a reviewer who
 * knows what the analysis thought agrees more often.
 */
export function cardReasons(item: MediaUpload): CardReason[] {
  if (item.sampled) return [];
  const made = standing(item);
  const decided: CardReason[] = made ? [{ look: 'plain', text: `${made.to ? 'Failed' : 'Passed'} by ${whoDecided(made)}` }] : [];
  return [...decided, ...analysisReasons(item)].slice(0, SHOWN);
}

function analysisReasons({ moderation, moderationError, processing, duration_ms: durationMs }: MediaUpload): CardReason[] {
  if (moderation === null) return moderationError !== null && !processing ? [{ look: 'doubt', text: 'Analysis failed' }] : [];
  const { ai_analysis: ai, keyword_check: keywords, match, author_rule: rule } = moderation;
  const score = (name: keyof typeof categories) => `${categories[name].label} ${(ai.scores[name] ?? 0).toFixed(2)}`;
  const author = rule ? authorRules[rule] : null;
  const seconds = ai.flagged_seconds?.length ?? 0;
  return [
    ...(author ? [{ look: rule === 'blocked' ? 'flag' : 'doubt', text: author } as const] : []),
    ...(match?.applied && match.list === 'block' ? [{ look: 'flag', text: 'Known picture' } as const] : []),
    ...ai.flagged_categories.map((name) => ({ look: 'flag', text: score(name) }) as const),
    ...keywords.foundForbidden.map((word) => ({ look: 'flag', text: `Keyword ${word}` }) as const),
    ...(keywords.missingRequired.length > 0 ? [{ look: 'missing', text: 'Required keyword missing' } as const] : []),
    ...ai.review_categories.map((name) => ({ look: 'doubt', text: score(name) }) as const),
    ...(seconds > 0 && durationMs ? [{ look: 'plain', text: `${seconds} of ${Math.ceil(durationMs / 1_000)} s` } as const] : []),
  ];
}
