import type { MediaUpload, Moderation } from '@clearframe/contract';
import echoStyles from '../ui/echo.module.css';
import fieldStyles from '../ui/field.module.css';
import { type Evidence, keywordEvidence } from './evidence.ts';

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
