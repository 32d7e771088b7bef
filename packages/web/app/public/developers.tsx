import { Check } from 'lucide-react';
import { publicOrigin } from '../public-origin.ts';
import { LinkButton } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Icon } from '../ui/icon.tsx';

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
    <section className="sec wrapx dev" id="developers">
      <div>
        <h2>One request in, one verdict out</h2>
        <p className="lead">A multipart upload and a bearer token. No SDK to adopt first.</p>
        <ul className="ticks">
          {promises.map((promise) => (
            <li key={promise}>
              <Icon of={Check} />
              {promise}
            </li>
          ))}
        </ul>
        <LinkButton kind="secondary" size="large" to="/register">
          Get a token
        </LinkButton>
      </div>
      <CodeBlock label="upload.sh" text={request}>
        <span className="c"># ask about one picture</span>
        {'\ncurl -X POST '}
        <span className="s">"{address}"</span>
        {' \\\n  -H '}
        <span className="s">"Authorization: Bearer $TOKEN"</span>
        {' \\\n  -F media=@pears.webp -F caption='}
        <span className="s">"Three pears"</span>
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
      <span className="k">"status"</span>: <span className="s">"success"</span>
      {',\n  '}
      <span className="k">"data"</span>
      {': { '}
      <span className="k">"moderation"</span>
      {': {\n    '}
      <span className="k">"passed"</span>: <span className="n">true</span>
      {',\n    '}
      <span className="k">"ai_analysis"</span>
      {': {\n      '}
      <span className="k">"flagged"</span>: <span className="n">false</span>
      {',\n      '}
      <span className="k">"scores"</span>
      {': { '}
      <span className="k">"sexual_explicit"</span>: <span className="n">0.0002</span>
      {', … }\n    },\n    '}
      <span className="k">"keyword_check"</span>
      {': { '}
      <span className="k">"passed"</span>: <span className="n">true</span>
      {', '}
      <span className="k">"foundForbidden"</span>
      {': [] }\n  } }\n}'}
    </>
  );
}
