import { Link, useLocation } from 'react-router';
import { Method } from '../docs/method.tsx';
import { DocsSearch } from '../search/docs-search.tsx';
import styles from './docs-nav.module.css';
import type { DocsLink, DocsNavGroup } from './docs-nav.server.ts';

function Entry({ path, label, method }: DocsLink) {
  // Prerendering adds a slash.
  const here = useLocation().pathname.replace(/\/$/, '');
  return (
    <Link to={path} reloadDocument aria-current={path === here ? 'page' : undefined}>
      <span>{label}</span>
      {method ? <Method name={method} /> : null}
    </Link>
  );
}

/**
 * Search and navigation beside every page below /docs. On narrow screens the search comes first, then the page, and the navigation
 * last, where "All pages" leads: it works without a script.
 */
export function DocsNav({ groups }: { groups: readonly DocsNavGroup[] }) {
  return (
    <div className={styles.side}>
      <div className={styles.find}>
        <DocsSearch />
        <a className={styles.all} href="#all-pages">
          All pages
        </a>
      </div>
      <nav className={styles.nav} id="all-pages" aria-label="Documentation">
        {groups.map(({ title, links }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map((link) => (
                <li key={link.path}>
                  <Entry {...link} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
