import { CreditCard, Images, KeyRound, LayoutDashboard, ListFilter, Upload } from 'lucide-react';
import { NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';

const pages = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/dashboard/upload', label: 'Upload Media', icon: Upload },
  { to: '/dashboard/media', label: 'Content Review', icon: Images },
  { to: '/dashboard/tokens', label: 'API Tokens', icon: KeyRound },
  { to: '/dashboard/content-filters', label: 'Content Filters', icon: ListFilter },
  { to: '/dashboard/subscription', label: 'Subscription & Billing', icon: CreditCard },
];

export function Nav() {
  return (
    <nav className="nav" aria-label="Dashboard">
      {pages.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} end={to === '/dashboard'}>
          <Icon of={icon} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
