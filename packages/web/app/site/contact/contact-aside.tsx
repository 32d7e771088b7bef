import { limits } from '@clearframe/contract';
import { Link } from 'react-router';
import styles from './contact.module.css';

const DAY_MS = 24 * 3_600_000;

const facts = [
  { term: 'Who reads it', text: 'The operator of this installation. Your message is mailed there at once.' },
  { term: 'How you hear back', text: 'By mail, at the address that you give.' },
  { term: 'How long it is kept', text: `${limits.contactKeptMs / DAY_MS} days, then it is removed from this server.` },
];

const quickLinks = [
  { to: '/pricing', label: 'Plans and prices' },
  { to: '/docs', label: 'Documentation' },
  { to: '/features', label: 'What it does' },
  { to: '/register', label: 'Create an account' },
  { to: '/forgot-password', label: 'Forgot your password?' },
];

/** Beside the form: where a message goes, and what may answer the question sooner. */
export function ContactAside() {
  return (
    <div className={styles.aside}>
      <section>
        <h2>Contact information</h2>
        <dl>
          {facts.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <nav aria-labelledby="quick-links">
        <h2 id="quick-links">Quick links</h2>
        <ul>
          {quickLinks.map(({ to, label }) => (
            <li key={to}>
              <Link className="link" to={to}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
