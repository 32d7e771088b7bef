import type { MediaUpload, Moderation } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { Tag } from '../../ui/badge.tsx';
import { type Evidence, foundRequired, keywordEvidence } from './evidence.ts';

function Words({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One text with the hits marked: wavy for forbidden, straight for required. */
function MarkedText({ evidence }: { evidence: Evidence }) {
  let at = 0;
  return (
    <div>
      <p className="hint">{evidence.source}</p>
      <p className="echo">
        {evidence.parts.map(({ text, kind }) => {
          at += text.length;
          if (kind === null) return <span key={at}>{text}</span>;
          return (
            <mark key={at} className={kind === 'required' ? 'ok' : undefined}>
              {text}
            </mark>
          );
        })}
      </p>
    </div>
  );
}

/** The keyword check: what was found, what is missing, and where the found words stand. */
export function KeywordFindings({ media, moderation }: { media: MediaUpload; moderation: Moderation }) {
  const { foundForbidden, missingRequired } = moderation.keyword_check;
  const required = foundRequired(moderation);
  return (
    <>
      <dl className="kw">
        <Words term="Forbidden keywords found">
          {foundForbidden.length === 0 ? <span className="dim">None</span> : null}
          {foundForbidden.map((word) => (
            <Tag key={word} look="forbidden">
              {word}
            </Tag>
          ))}
        </Words>
        {required.length > 0 ? (
          <Words term="Required keywords found">
            {required.map((word) => (
              <Tag key={word} look="required">
                {word}
              </Tag>
            ))}
          </Words>
        ) : null}
        {missingRequired.length > 0 ? (
          <Words term="Required keywords missing">
            <Tag look="missing">none of {missingRequired.length} present</Tag>
            <MissingList words={missingRequired} />
          </Words>
        ) : null}
      </dl>
      {keywordEvidence(media, moderation).map((evidence) => (
        <MarkedText key={evidence.source} evidence={evidence} />
      ))}
    </>
  );
}

/** The whole required list can have 500 words: they are there for who asks. */
function MissingList({ words }: { words: readonly string[] }) {
  return (
    <details className="more">
      <summary className="link">Show the list</summary>
      <span className="muted">{words.join(', ')}</span>
    </details>
  );
}
