import { Database, History, ShieldCheck, UserRound, Users } from 'lucide-react';
import { Outlet } from 'react-router';
import { type PageTab, PageTabs } from '../../ui/page-tabs.tsx';

/** The pages of the account, in the order of their tabs. */
const accountTabs: readonly PageTab[] = [
  { to: '/dashboard/account', label: 'Profile', icon: UserRound },
  { to: '/dashboard/account/security', label: 'Security', icon: ShieldCheck },
  { to: '/dashboard/account/activity', label: 'Activity', icon: History },
  { to: '/dashboard/account/team', label: 'Team', icon: Users },
  { to: '/dashboard/account/data', label: 'Your data', icon: Database },
];

/** What belongs to the person and their account, as tabs; each is a page with an address. */
export function AccountPage() {
  return (
    <>
      <PageTabs label="Account" tabs={accountTabs} />
      <Outlet />
    </>
  );
}
