import { Link } from 'react-router';
import { Brand } from '../shared/ui/brand.tsx';
import styles from './site-footer.module.css';
import { legalPages, sitePages } from './site-pages.ts';

/** Footer of every public page. */
export function SiteFooter() {
  return (
    <footer className={styles.siteFooter} data-slot="site-footer">
      <div className="page-width">
        <div>
          <Brand to="/" />
          <p className={`fine ${styles.line}`}>
            Moderation of pictures that you run yourself. Every verdict can be read and checked by a person.
          </p>
        </div>
        <div>
          <h2>On the first page</h2>
          <ul>
            <li>
              <a href="/#how">How it works</a>
            </li>
            <li>
              <a href="/#verdict">The verdict</a>
            </li>
            <li>
              <a href="/#uses">Use cases</a>
            </li>
            <li>
              <a href="/#developers">For developers</a>
            </li>
          </ul>
        </div>
        <div>
          <h2>Pages</h2>
          <ul>
            {[...sitePages, ...legalPages].map(({ path, label }) => (
              <li key={path}>
                <Link to={path} reloadDocument>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2>Account</h2>
          <ul>
            <li>
              <Link to="/login" reloadDocument>
                Sign in
              </Link>
            </li>
            <li>
              <Link to="/register" reloadDocument>
                Create account
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}
