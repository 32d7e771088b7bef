import { Link } from 'react-router';
import { version } from '../../package.json';
import { Brand } from '../shared/ui/brand.tsx';
import styles from './site-footer.module.css';
import { legalPages, sitePages } from './site-pages.ts';

type Page = { path: string; label: string };

const isProduct = ({ path }: Page) => ['/features', '/pricing', '/docs'].includes(path);
const columns: { title: string; pages: readonly Page[] }[] = [
  {
    title: 'Product',
    pages: [
      ...sitePages.filter(isProduct),
      { path: '/docs/api', label: 'API reference' },
      { path: '/docs/guides', label: 'Guides' },
    ],
  },
  { title: 'Project', pages: [...sitePages.filter((page) => !isProduct(page)), ...legalPages] },
  {
    title: 'Account',
    pages: [
      { path: '/login', label: 'Sign in' },
      { path: '/register', label: 'Create account' },
    ],
  },
];

/** Footer of every public page. */
export function SiteFooter() {
  return (
    <footer className={styles.siteFooter} data-slot="site-footer">
      <div className="page-width">
        <div>
          <Brand to="/" />
          <p className={`fine ${styles.line}`}>Open-source image and video moderation that runs on your own server.</p>
          <p className={`fine ${styles.line}`}>Version {version}. Apache License 2.0.</p>
        </div>
        {columns.map(({ title, pages }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {pages.map(({ path, label }) => (
                <li key={path}>
                  <Link to={path} reloadDocument>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </footer>
  );
}
