import type { PublicStatement } from './statements.ts';

type Told = Pick<PublicStatement, 'automated_decision' | 'automated_detection' | 'restriction' | 'source'>;

const titles: Record<Told['restriction'], string> = {
  removed: 'We removed your upload',
  disabled: 'We disabled your upload',
  demoted: 'We show your upload to fewer people',
  age_restricted: 'We limited your upload to adults',
  interaction_restricted: 'We limited what people can do with your upload',
  labelled: 'We put a label on your upload',
};

const effects: Record<Told['restriction'], string> = {
  removed: 'It is no longer on the platform.',
  disabled: 'Nobody can open it.',
  demoted: 'Fewer people see it.',
  age_restricted: 'Only adults can see it.',
  interaction_restricted: 'People can see it, but not interact with it.',
  labelled: 'People see it with a label.',
};

const askers: Record<Told['source'], string> = {
  article_16: 'Somebody who reported it',
  trusted_flagger: 'A trusted flagger',
  voluntary: 'Nobody. We looked on our own.',
  other: 'Somebody who reported it',
};

function softwareWords({ automated_detection: detected, automated_decision: decided }: Told): string {
  if (decided === 'fully') return detected ? 'Found it and decided.' : 'Decided. It did not find it.';
  return detected ? 'Found it. It did not decide.' : 'Took no part.';
}

/** A statement in words, as the public page and the dashboard say it: the title, then one line for each fact. */
export function statementWords(told: Told): { title: string; asked: string; decided: string; software: string; effect: string } {
  return {
    title: titles[told.restriction],
    asked: askers[told.source],
    decided: told.automated_decision === 'fully' ? 'Software. No person took part.' : 'A person',
    software: softwareWords(told),
    effect: effects[told.restriction],
  };
}
