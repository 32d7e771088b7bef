import type { MediaUpload, Moderation } from '@clearframe/contract';
import { foundRequired } from './found-required.ts';
import { type MarkedPart, markKeywords } from './keyword-marks.ts';

export type Evidence = { source: string; parts: MarkedPart[] };

type Words = Pick<MediaUpload, 'title' | 'description' | 'caption' | 'tags'>;

/** Every text of an item that holds a keyword, with the hits marked: what the AI saw and read, then the uploader's words (KEY-04). */
export function keywordEvidence(words: Words, moderation: Moderation): Evidence[] {
  const forbidden = moderation.keyword_check.foundForbidden;
  const required = foundRequired(moderation);
  const texts: [string, string | null][] = [
    ['What the AI saw', moderation.ai_analysis.description],
    ['Text in the picture', moderation.ai_analysis.text],
    ['Title', words.title],
    ['Caption', words.caption],
    ['Description', words.description],
    ['Tags', words.tags.join(', ')],
  ];
  return texts
    .map(([source, text]) => ({ source, parts: markKeywords(text ?? '', forbidden, required) }))
    .filter((evidence) => evidence.parts.some((part) => part.kind !== null));
}
