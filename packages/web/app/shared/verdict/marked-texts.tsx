import type { MediaUpload, Moderation } from '@clearframe/contract';
import echoStyles from '../ui/echo.module.css';
import fieldStyles from '../ui/field.module.css';
import { foundRequired } from './found-required.ts';
import { type MarkedPart, markKeywords } from './keyword-marks.ts';

type Evidence = { source: string; parts: MarkedPart[] };

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

/** One text with the hits marked: wavy for forbidden, straight for required. */
function MarkedText({ evidence }: { evidence: Evidence }) {
  let at = 0;
  return (
    <div>
      <p className={fieldStyles.hint} data-slot="field-hint">
        {evidence.source}
      </p>
      <p className={echoStyles.echo} data-slot="echo">
        {evidence.parts.map(({ text, kind }) => {
          at += text.length;
          if (kind === null) return <span key={at}>{text}</span>;
          return (
            <mark key={at} className={kind === 'required' ? echoStyles.required : undefined}>
              {text}
            </mark>
          );
        })}
      </p>
    </div>
  );
}

/** Every text of an item that holds a keyword. */
export function MarkedTexts({ media, moderation }: { media: MediaUpload; moderation: Moderation }) {
  return keywordEvidence(media, moderation).map((evidence) => <MarkedText key={evidence.source} evidence={evidence} />);
}
