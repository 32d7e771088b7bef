import { Fragment, Suspense } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Nothing, part } from '../../../shared/ui/part.tsx';
import { type NavPage, navGroups, navPages } from '../page/nav-pages.ts';
import { useMays } from '../role/use-may.ts';
import { useUser } from '../session/require-session.tsx';
import styles from './nav.module.css';
import { NoticeCount } from './notice-count.tsx';
import { QueueCount } from './queue-count.tsx';

/** Few people run the installation, so its code comes for them alone. */
const OperatorLink = part(async () => (await import('../role/operator-link.tsx')).OperatorLink, Nothing);

export function Nav() {
  const { is_operator: isOperator } = useUser();
  const may = useMays();
  const groups = navGroups.map(({ heading, pages }) => ({
    heading,
    pages: pages.filter(({ action = 'self' }) => may(action) !== false),
  }));
  return (
    <nav className={styles.nav} aria-label="Dashboard">
      {groups.map(({ heading, pages }) =>
        pages.length > 0 ? (
          <Fragment key={heading}>
            {heading ? <h2>{heading}</h2> : null}
            {pages.map((page) => (
              <NavItem key={page.to} page={page} isReviewer={may('media.review') === true} />
            ))}
          </Fragment>
        ) : null,
      )}
      {isOperator ? (
        <Suspense>
          <OperatorLink />
        </Suspense>
      ) : null}
    </nav>
  );
}

/** Pages with another page of the menu below them are current by their own address alone. */
const isAbove = (to: string) => navPages.some((page) => page.to.startsWith(`${to}/`));

function NavItem({ page: { to, search, label, icon }, isReviewer }: { page: NavPage; isReviewer: boolean }) {
  const waits = search !== undefined && isReviewer;
  return (
    <NavLink to={waits ? to + search : to} end={isAbove(to)}>
      <Icon of={icon} />
      {label}
      {waits ? <QueueCount /> : null}
      {to === '/dashboard/notices' ? <NoticeCount /> : null}
    </NavLink>
  );
}
