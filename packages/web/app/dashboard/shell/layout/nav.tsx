import { lazy, Suspense } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';
import { type NavPage, navPages } from '../page/nav-pages.ts';
import { useMay } from '../role/use-may.ts';
import { useUser } from '../session/require-session.tsx';
import styles from './nav.module.css';

/** Few people run the installation, so its code comes for them alone. */
const OperatorLink = lazy(async () => ({ default: (await import('./operator-link.tsx')).OperatorLink }));

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

function NavItem({ page: { to, label, icon, action = 'self' } }: { page: NavPage }) {
  const may = useMay(action);
  if (may === false) return null;
  return (
    <NavLink to={to} end={to === '/dashboard'}>
      <Icon of={icon} />
      {label}
    </NavLink>
  );
}
