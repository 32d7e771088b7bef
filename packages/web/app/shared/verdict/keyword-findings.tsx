import type { MediaUpload, Moderation } from '@clearframe/contract';
import { type ReactNode, Suspense } from 'react';
import { Tag } from '../ui/badge.tsx';
import keywordHitsStyles from '../ui/keyword-hits.module.css';
import { part } from '../ui/part.tsx';
import findingsStyles from './findings.module.css';
import { foundRequired } from './found-required.ts';

function Words({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Finding where words stand takes the whole matching of keywords, which most verdicts need not load. */
const MarkedTexts = part(async () => (await import('./marked-texts.tsx')).MarkedTexts);

/** The keyword check: what was found, what is missing, and where the found words stand. */
export function KeywordFindings({ media, moderation }: { media: MediaUpload; moderation: Moderation }) {
  const { foundForbidden, missingRequired } = moderation.keyword_check;
  const required = foundRequired(moderation);
  return (
    <>
      <dl className={keywordHitsStyles.keywordHits} data-slot="keyword-hits">
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
      {foundForbidden.length + required.length > 0 ? (
        <Suspense fallback={null}>
          <MarkedTexts media={media} moderation={moderation} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The whole required list can have 500 words: they are there for who asks. */
function MissingList({ words }: { words: readonly string[] }) {
  return (
    <details className={findingsStyles.more}>
      <summary className="link">Show the list</summary>
      <span className="muted">{words.join(', ')}</span>
    </details>
  );
}
