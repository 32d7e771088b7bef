import { Link } from 'react-router';
import buttonStyles from '../../shared/ui/button.module.css';
import guideStyles from './guide.module.css';

export type Crumb = { path: string; label: string };

export const docsCrumb: Crumb = { path: '/docs', label: 'Documentation' };
export const guidesCrumb: Crumb = { path: '/docs/guides', label: 'Guides' };

/** Where the page stands below the documentation. The last is the page itself. */
export function Breadcrumbs({ above, here }: { above: readonly Crumb[]; here: string }) {
  return (
    <nav className={guideStyles.crumbs} aria-label="Breadcrumb">
      <ol>
        {above.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** @param day `2026-11-21` @param file where the text stands in the repository */
export function LastChanged({ day, file }: { day: string; file: string }) {
  return (
    <p className={guideStyles.changed}>
      Last changed <time dateTime={day}>{dayFormat.format(new Date(`${day}T00:00:00Z`))}</time>. Edit this page:{' '}
      <code>{file}</code>
    </p>
  );
}

type Neighbour = { path: string; title: string } | null;

/** The guide before and the one after. */
export function NextGuides({ previous, next }: { previous: Neighbour; next: Neighbour }) {
  return (
    <nav className={guideStyles.turn} aria-label="Other guides">
      {previous && (
        <Link
          className={`${buttonStyles.button} ${buttonStyles.secondary}`}
          data-slot="button button-secondary"
          rel="prev"
          to={previous.path}
        >
          Previous: {previous.title}
        </Link>
      )}
      {next && (
        <Link
          className={`${buttonStyles.button} ${buttonStyles.secondary}`}
          data-slot="button button-secondary"
          rel="next"
          to={next.path}
        >
          Next: {next.title}
        </Link>
      )}
    </nav>
  );
}
