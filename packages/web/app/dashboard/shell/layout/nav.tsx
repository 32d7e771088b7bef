import type { Action } from '@clearframe/contract';
import { CreditCard, Images, LayoutDashboard, ListFilter, type LucideIcon, Scale, Upload, Users, Webhook } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';
import { signs } from '../../../shared/ui/signs.ts';
import { useMay } from '../role/use-may.ts';
import { useUser } from '../session/require-session.tsx';
import styles from './nav.module.css';

type Page = { to: string; label: string; icon: LucideIcon /** Left out for those who may not. */; action?: Action };

const pages: readonly Page[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/dashboard/upload', label: 'Upload Media', icon: Upload, action: 'media.upload' },
  { to: '/dashboard/media', label: 'Content Review', icon: Images },
  { to: '/dashboard/uploaders', label: 'Uploaders', icon: Users },
  { to: '/dashboard/quality', label: 'Measured quality', icon: Scale },
  { to: '/dashboard/tokens', label: 'API Tokens', icon: signs.key, action: 'tokens.manage' },
  { to: '/dashboard/webhooks', label: 'Webhooks', icon: Webhook, action: 'webhooks.manage' },
  { to: '/dashboard/content-filters', label: 'Content Filters', icon: ListFilter },
  { to: '/dashboard/subscription', label: 'Subscription & Billing', icon: CreditCard },
];

/** Few people run the installation, so its code comes for them alone. */
const OperatorLink = lazy(async () => ({ default: (await import('./operator-link.tsx')).OperatorLink }));

export function Nav() {
  const { is_operator: isOperator } = useUser();
  return (
    <nav className={styles.nav} aria-label="Dashboard">
      {pages.map((page) => (
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

function NavItem({ page: { to, label, icon, action = 'self' } }: { page: Page }) {
  const may = useMay(action);
  if (may === false) return null;
  return (
    <NavLink to={to} end={to === '/dashboard'}>
      <Icon of={icon} />
      {label}
    </NavLink>
  );
}
