import { limits } from '@clearframe/contract';
import { publicOrigin } from '../../shared/page/public-origin.ts';
import { StateBadge } from '../../shared/ui/badge.tsx';
import styles from './docs.module.css';
import { DocsSection, Parameters } from './docs-parts.tsx';
import { Example } from './example.tsx';
import { docsExamples } from './examples.ts';

const fields = [
  { name: 'passed', kind: 'verdict', text: 'True when nothing was flagged and the keyword check passed' },
  { name: 'reason', kind: 'text', text: 'One or two sentences for people' },
  { name: 'scores', kind: '0 to 1', text: 'A likelihood for each category that was assessed' },
  { name: 'thresholds', kind: '0 to 1', text: 'From where a category asks for a review, and from where it flags' },
  {
    name: 'coverage',
    kind: 'by category',
    text: 'assessed, one_picture (of a video), text_only, within:OTHER or not_assessed: a verdict says nothing about the last',
  },
  { name: 'needs_review', kind: 'boolean', text: 'Not flagged, but a person should look' },
];

export function ModerationDocs() {
  const { flagged, flaggedNext } = docsExamples(publicOrigin());
  return (
    <DocsSection
      id="moderation"
      title="Moderation"
      beside={
        <>
          <Example label="flagged.sh" text={flagged} />
          <Example label="flagged-next.sh" text={flaggedNext} />
        </>
      }
    >
      <p>Each upload is queued, analysed, then checked against your keywords. It ends in one of three displays.</p>
      <div className={`row row-wide wrap ${styles.states}`}>
        <StateBadge state="not-checked" />
        <StateBadge state="safe" />
        <StateBadge state="flagged" />
      </div>
      <Parameters list={fields} />
      <p className={styles.after}>
        The built-in analyser scores sexual content and tells drawings from photographs. It reads Latin and Chinese writing for
        the keyword check, though small, bent or handwritten words are often missed. It does not assess the other categories; each
        result says so. An analysis that fails leaves the item Not checked, never Safe.
      </p>
      <p>
        A list answers up to {limits.mediaPageMax} items, and <code>pagination.next_cursor</code>. Send it as <code>cursor</code>{' '}
        with the same filters and order, and the next items follow. It is null at the end. Programs that count <code>page</code>{' '}
        still work, but <code>page</code> is deprecated.
      </p>
    </DocsSection>
  );
}
