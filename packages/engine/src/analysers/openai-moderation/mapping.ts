import type { Category } from '@clearframe/contract';

/** Version of the table below; it is part of the analyser's version. */
export const mappingVersion = 1;

/** Every label of omni-moderation, with the category of ours that it stands for. Its score is taken as it is. */
export const categoryOf: Readonly<Record<string, Category>> = {
  sexual: 'sexual_explicit',
  'sexual/minors': 'minor_safety',
  violence: 'violence',
  'violence/graphic': 'gore',
  'self-harm': 'self_harm',
  'self-harm/intent': 'self_harm',
  'self-harm/instructions': 'self_harm',
  hate: 'hate',
  'hate/threatening': 'hate',
  harassment: 'harassment',
  'harassment/threatening': 'harassment',
  illicit: 'illicit',
  'illicit/violent': 'illicit',
};

/** What another category's score includes: OpenAI has one label for all that is sexual. */
export const withinOthers = { nudity: 'within:sexual_explicit' } as const;
