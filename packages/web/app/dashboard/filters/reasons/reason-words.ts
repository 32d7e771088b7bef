import type { Label, LabelGround, LabelRestriction } from '@clearframe/contract';

/** What a site does with an item, in the order of the list. */
export const restrictionWords: Record<LabelRestriction, string> = {
  removed: 'Remove it',
  disabled: 'Block access to it',
  demoted: 'Show it to fewer people',
  age_restricted: 'Show it to adults only',
  interaction_restricted: 'Stop comments and sharing',
  labelled: 'Show it with a warning',
};

export const groundWords: Record<LabelGround, string> = { terms: 'Against your rules', illegal: 'Against the law' };

/** "Strike, second person", what a Fail for this reason brings along; a dash for nothing. */
export function effectWords({ strikes, second_review }: Pick<Label, 'strikes' | 'second_review'>): string {
  const parts = [...(strikes ? ['strike'] : []), ...(second_review ? ['second person'] : [])].join(', ');
  return parts === '' ? '–' : parts.charAt(0).toUpperCase() + parts.slice(1);
}

/** A key for programs out of a name: "Spam & scams" → "spam_scams". */
export const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, 40)
    .replace(/_+$/, '');
