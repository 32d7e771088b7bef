import type { StatementContent } from '../db/schema.ts';

export type Seen = {
  outcome: 'flagged' | 'review' | 'safe';
  categories: readonly string[];
  byKeywords: boolean;
  byMatch: boolean;
};
/** `people`: a person decided. `program`: one by a token. `nobody`: the analysis alone. */
export type DecidedBy = 'person' | 'program' | 'nobody';
type Automation = Pick<StatementContent, 'automated_detection' | 'automated_decision'>;

/** What software did. A review by its limits counts as found by software: that is why a person looked. Source: doors-and-trust B5. */
export function automationOf(seen: Seen | undefined, by: DecidedBy): Automation {
  const detected = seen !== undefined && seen.outcome !== 'safe';
  if (by !== 'person') return { automated_detection: detected || by === 'nobody', automated_decision: 'fully' };
  return { automated_detection: detected, automated_decision: detected ? 'partially' : 'not_automated' };
}

function reasonsOf({ categories, byKeywords, byMatch }: Seen): string {
  const named = categories.map((category) => category.replaceAll('_', ' '));
  return [...named, ...(byKeywords ? ['a forbidden keyword'] : []), ...(byMatch ? ['a known picture'] : [])].join(', ');
}

function cameToLight(thing: string, seen: Seen | undefined, source: StatementContent['source']): string {
  if (source === 'trusted_flagger') return `A trusted flagger reported the ${thing}.`;
  if (source !== 'voluntary') return `Somebody reported the ${thing}.`;
  if (!seen || seen.outcome === 'safe') return `The platform looked at the ${thing} by itself.`;
  const reasons = reasonsOf(seen);
  const why = reasons === '' ? '' : ` for: ${reasons}`;
  return seen.outcome === 'flagged'
    ? `Software flagged the ${thing}${why}.`
    : `Software asked a person to look at the ${thing}${why}.`;
}

const deciders: Record<DecidedBy, string> = {
  person: 'A person reviewed it and decided.',
  program: 'Software decided. No person took part.',
  nobody: 'Software decided. No person took part.',
};

/** How it came to light and who decided, in sentences made of fixed words: nothing that anybody typed is in them. */
export const factsOf = (thing: 'picture' | 'video', seen: Seen | undefined, by: DecidedBy, source: StatementContent['source']) =>
  `${cameToLight(thing, seen, source)} ${deciders[by]}`;
