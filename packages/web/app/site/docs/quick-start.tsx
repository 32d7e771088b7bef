import { Link } from 'react-router';
import type { CallAnswer } from './call-examples.server.ts';
import { Example } from './example.tsx';
import { Languages } from './languages.tsx';
import type { Program } from './programs.server.ts';
import styles from './quick-start.module.css';

const next = [
  { path: '/docs/guides/known-pictures', name: 'Known pictures', text: 'What you removed stays removed.' },
  { path: '/docs#webhooks', name: 'Webhooks', text: 'Verify an event in four languages.' },
  { path: '/docs/guides/errors-and-retries', name: 'Errors and retries', text: 'Retry what is worth it, never pay twice.' },
  { path: '/docs/api', name: 'API reference', text: 'Every call, with an example and its answer.' },
];

type QuickStartProps = { /** One call in several languages. */ programs: readonly Program[]; answer: CallAnswer | null };

/** From an empty terminal to a verdict, and where to read on. */
export function QuickStart({ programs, answer }: QuickStartProps) {
  return (
    <section id="quick-start" aria-labelledby="quick-start-title">
      <h2 id="quick-start-title">Quick start</h2>
      <p>You need git, npm and Node. Database, queue and mail box come with the server.</p>
      <ol className={styles.steps}>
        <li>
          <h3>Start the server</h3>
          <Example label="Terminal" text="npm start" />
        </li>
        <li>
          <h3>Create an account and a token</h3>
          <p>
            Open the printed address and register. Activate the free trial, then create a token under <b>API Tokens</b>. Without a
            mail server you read your code at <code>/dev/outbox</code>.
          </p>
        </li>
        <li>
          <h3>Send a picture</h3>
          <Languages name="quick-start" list={programs} />
        </li>
        <li>
          <h3>Read the verdict</h3>
          {answer && <Example label={answer.label} text={answer.text} />}
          <p className={styles.after}>
            <code>moderation.passed</code> is all that most programs need. Show <code>reason</code> to your own people, not to the
            uploader.{' '}
            <Link className="link" to="/docs/guides/reading-a-verdict" reloadDocument>
              Reading a verdict
            </Link>{' '}
            explains each field.
          </p>
        </li>
      </ol>
      <h3 id="next">Where to go next</h3>
      <ul className={styles.next}>
        {next.map(({ path, name, text }) => (
          <li key={path}>
            <Link to={path} reloadDocument>
              {name}
            </Link>
            <small>{text}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
