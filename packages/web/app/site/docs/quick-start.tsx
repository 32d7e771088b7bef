import { Link } from 'react-router';
import { Example } from './example.tsx';
import { Languages } from './languages.tsx';
import type { Program } from './programs.server.ts';

/** From an empty terminal to a verdict. @param programs one call in several languages */
export function QuickStart({ programs }: { programs: readonly Program[] }) {
  return (
    <section id="quick-start" aria-labelledby="quick-start-title">
      <h2 id="quick-start-title">Quick start</h2>
      <p>You need git, npm and Node. Database, queue and mail box come with the server.</p>
      <h3>1. Start the server</h3>
      <Example label="Terminal" text="npm start" />
      <h3>2. Create an account and a token</h3>
      <p>
        Open the printed address and register. Activate the free trial, then create a token under <b>API Tokens</b>. Without a
        mail server you read your code at <code>/dev/outbox</code>.
      </p>
      <h3>3. Send a picture</h3>
      <Languages name="quick-start" list={programs} />
      <h3>4. Read the verdict</h3>
      <p>
        The answer holds <code>moderation</code>: whether the picture passed, and why.{' '}
        <Link className="link" to="/docs/guides/reading-a-verdict" reloadDocument>
          Reading a verdict
        </Link>{' '}
        explains each field.
      </p>
    </section>
  );
}
