import type { ContentCredentials, CredentialState } from '@clearframe/contract';

/** What a state means, each in a sentence that promises no more. */
export const stateWords: Record<CredentialState, { title: string; sentence: string }> = {
  none: { title: 'None', sentence: 'This file holds none. That says nothing about how it was made.' },
  valid: { title: 'Signature valid', sentence: 'The signature holds, and this server trusts its signer.' },
  untrusted: {
    title: 'Unknown signer',
    sentence: 'The signature holds, but this server knows nobody who vouches for its signer.',
  },
  invalid: { title: 'Not valid', sentence: 'The signature does not hold. Do not rely on what it says.' },
  unreadable: { title: 'Unreadable', sentence: 'This file holds credentials that could not be read.' },
};

/** "Color adjustments" of `c2pa.color_adjustments`. */
function inWords(name: string): string {
  const words = (name.split('.').at(-1) ?? name)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The terms of IPTC that people meet most; others are told by their own words. */
const typeWords: Record<string, string> = {
  trainedAlgorithmicMedia: 'Made by a model',
  compositeWithTrainedAlgorithmicMedia: 'Partly made by a model',
  digitalCapture: 'Captured by a camera',
  computationalCapture: 'Captured by a camera, computed',
  humanEdits: 'Edited by a person',
};
const typeInWords = (type: string) => typeWords[type] ?? (type.includes(':') ? type : inWords(type));

/** Steps in words, each with its number: one may be told twice. */
export const stepsInWords = ({ steps = [] }: ContentCredentials) =>
  steps.map(({ action, program, at }, index) => ({ number: index + 1, title: inWords(action), program, at }));

type CredentialFact = { term: string; value: string; at?: string };

const listed = (words: readonly string[]) => [...new Set(words)].join(', ');

/** What they say as pairs, those that they lack left out. */
export function credentialFacts({
  state,
  issuer,
  signed_at,
  generator,
  actions,
  steps = [],
  digital_source_types,
  codes,
}: ContentCredentials) {
  const facts: CredentialFact[] = [
    { term: state === 'invalid' ? 'Named signer' : 'Signer', value: issuer ?? '' },
    { term: 'Signed', value: signed_at ?? '', ...(signed_at === null ? {} : { at: signed_at }) },
    { term: 'Program', value: generator ?? '' },
    // With their times they are a list of their own.
    { term: 'Steps', value: steps.length > 0 ? '' : listed(actions.map(inWords)) },
    { term: 'Declares', value: listed(digital_source_types.map(typeInWords)) },
    { term: 'Checks failed', value: codes.join(', ') },
  ];
  return facts.filter(({ value }) => value !== '');
}
