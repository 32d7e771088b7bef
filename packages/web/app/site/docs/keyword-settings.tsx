import { limits } from '@clearframe/contract';
import { Link } from 'react-router';
import { publicOrigin } from '../../shared/page/public-origin.ts';
import styles from './docs.module.css';
import { DocsSection, Parameters } from './docs-parts.tsx';
import { Example } from './example.tsx';
import { docsExamples } from './examples.ts';

const fields = [
  { name: 'forbidden_keywords', kind: 'list', text: 'Any of them fails the upload. An empty list turns the rule off.' },
  { name: 'required_keywords', kind: 'list', text: 'At least one must be present. An empty list turns the rule off.' },
];

export function KeywordSettings() {
  const { keywordsEndpoint, keywords } = docsExamples(publicOrigin());
  return (
    <DocsSection
      id="keyword-settings"
      title="Keyword settings"
      beside={
        <>
          <Example label="Endpoint of the lists" text={keywordsEndpoint} />
          <Example label="keywords.sh" text={keywords} />
        </>
      }
    >
      <p>
        Two lists belong to your account and hold for every upload. They are looked for in title, description, caption, tags and
        in what the analysis describes: whatever the case, inside words as well, phrases as they are written.
      </p>
      <p>
        The lists are kept on the page{' '}
        <Link className="link" to="/dashboard/content-filters">
          Content Filters
        </Link>
        . The call is that page’s own: it takes the cookie of a signed-in browser, not an API token.
      </p>
      <Parameters list={fields} />
      <p className={styles.after}>
        Up to {limits.keywordsMax} keywords a list, {limits.keywordMaxLength} characters each. Blanks and repeats are dropped.
      </p>
    </DocsSection>
  );
}
