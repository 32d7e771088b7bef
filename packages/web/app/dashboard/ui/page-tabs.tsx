import type { LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './page-tabs.module.css';

export type PageTab = { to: string; label: string; icon: LucideIcon };

/** Pages that belong together, as tabs; each has an address. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} end>
          <Icon of={icon} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
