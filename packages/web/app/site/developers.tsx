import codeBlockStyles from '../shared/code/code-block.module.css';
import { CodeBlock } from '../shared/code/code-block.tsx';
import { publicOrigin } from '../shared/page/public-origin.ts';
import { LinkButton } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { signs } from '../shared/ui/signs.ts';
import styles from './developers.module.css';
import sectionStyles from './section.module.css';

const promises = [
  'A file or a URL in the same field',
  'The same verdict object in the dashboard and the API',
  'An Idempotency-Key keeps a repeated upload from being charged twice',
  'The built-in model runs on your machine; no picture leaves it',
];

/** One request, with the address of this installation, and what it answers. */
export function Developers() {
  const address = `${publicOrigin()}/api/v1/upload`;
  const request = `curl -X POST "${address}" -H "Authorization: Bearer $TOKEN" -F media=@pears.webp -F caption="Three pears"`;
  return (
    <section className={`${sectionStyles.section} page-width ${styles.developers}`} id="developers">
      <div>
        <h2>One request in, one verdict out</h2>
        <p className={sectionStyles.lead} data-slot="section-lead">
          A multipart upload and a bearer token. No SDK to adopt first.
        </p>
        <ul className={styles.ticks}>
          {promises.map((promise) => (
            <li key={promise}>
              <Icon of={signs.check} />
              {promise}
            </li>
          ))}
        </ul>
        <LinkButton kind="secondary" size="large" to="/register">
          Get a token
        </LinkButton>
      </div>
      <CodeBlock label="upload.sh" text={request}>
        <span className={codeBlockStyles.comment}># ask about one picture</span>
        {'\ncurl -X POST '}
        <span className={codeBlockStyles.string}>"{address}"</span>
        {' \\\n  -H '}
        <span className={codeBlockStyles.string}>"Authorization: Bearer $TOKEN"</span>
        {' \\\n  -F media=@pears.webp -F caption='}
        <span className={codeBlockStyles.string}>"Three pears"</span>
        {'\n\n'}
        <Answer />
      </CodeBlock>
    </section>
  );
}

/** The part of the answer that decides. */
function Answer() {
  return (
    <>
      {'{\n  '}
      <span className={codeBlockStyles.key}>"status"</span>: <span className={codeBlockStyles.string}>"success"</span>
      {',\n  '}
      <span className={codeBlockStyles.key}>"data"</span>
      {': { '}
      <span className={codeBlockStyles.key}>"moderation"</span>
      {': {\n    '}
      <span className={codeBlockStyles.key}>"passed"</span>: <span className={codeBlockStyles.number}>true</span>
      {',\n    '}
      <span className={codeBlockStyles.key}>"ai_analysis"</span>
      {': {\n      '}
      <span className={codeBlockStyles.key}>"flagged"</span>: <span className={codeBlockStyles.number}>false</span>
      {',\n      '}
      <span className={codeBlockStyles.key}>"scores"</span>
      {': { '}
      <span className={codeBlockStyles.key}>"sexual_explicit"</span>: <span className={codeBlockStyles.number}>0.0002</span>
      {', … }\n    },\n    '}
      <span className={codeBlockStyles.key}>"keyword_check"</span>
      {': { '}
      <span className={codeBlockStyles.key}>"passed"</span>: <span className={codeBlockStyles.number}>true</span>
      {', '}
      <span className={codeBlockStyles.key}>"foundForbidden"</span>
      {': [] }\n  } }\n}'}
    </>
  );
}
