import { lazy, Suspense } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';
import { type NavPage, navPages } from '../page/nav-pages.ts';
import { useMay } from '../role/use-may.ts';
import { useUser } from '../session/require-session.tsx';
import styles from './nav.module.css';
import { NoticeCount } from './notice-count.tsx';
import { QueueCount } from './queue-count.tsx';

/** Few people run the installation, so its code comes for them alone. */
const OperatorLink = lazy(async () => ({ default: (await import('../role/operator-link.tsx')).OperatorLink }));

export function Nav() {
  const { is_operator: isOperator } = useUser();
  return (
    <nav className={styles.nav} aria-label="Dashboard">
      {navPages.map((page) => (
        <NavItem key={page.to} page={page} />
      ))}
      {isOperator ? (
        <Suspense>
          <OperatorLink />
        </Suspense>
      ) : null}
    </nav>
  );
}

function NavItem({ page: { to, search, label, icon, action = 'self' } }: { page: NavPage }) {
  const may = useMay(action);
  const mayReview = useMay('media.review');
  if (may === false) return null;
  const waits = search !== undefined && mayReview === true;
  return (
    <NavLink to={waits ? to + search : to} end={to === '/dashboard'}>
      <Icon of={icon} />
      {label}
      {waits ? <QueueCount /> : null}
      {to === '/dashboard/notices' ? <NoticeCount /> : null}
    </NavLink>
  );
}
