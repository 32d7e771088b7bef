import { NavLink, Outlet } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import './account.css';
import { accountTabs } from './account-tabs.ts';

/** What belongs to the person and their account, as tabs; each is a page with an address. */
export function AccountPage() {
  return (
    <>
      <nav className="tabs" aria-label="Account">
        {accountTabs.map(({ to, label, icon }) => (
          <NavLink key={to} to={to} end>
            <Icon of={icon} />
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
