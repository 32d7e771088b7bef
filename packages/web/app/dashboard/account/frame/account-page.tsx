import { Database, History, ScrollText, ShieldCheck, UserRound, Users } from 'lucide-react';
import { Outlet } from 'react-router';
import { useMay } from '../../shell/role/use-may.ts';
import { type PageTab, PageTabs } from '../../ui/page-tabs.tsx';

/** The pages of the account, in the order of their tabs. */
const accountTabs: readonly PageTab[] = [
  { to: '/dashboard/account', label: 'Profile', icon: UserRound },
  { to: '/dashboard/account/security', label: 'Security', icon: ShieldCheck },
  { to: '/dashboard/account/activity', label: 'Activity', icon: History },
  { to: '/dashboard/account/team', label: 'Team', icon: Users },
  { to: '/dashboard/account/audit', label: 'Audit log', icon: ScrollText },
  { to: '/dashboard/account/data', label: 'Your data', icon: Database },
];

/** What belongs to the person and their account, as tabs; each is a page with an address. */
export function AccountPage() {
  // Until the role is known, as for an owner: most people are one.
  const seesAudit = useMay('audit.read') !== false;
  return (
    <>
      <PageTabs label="Account" tabs={seesAudit ? accountTabs : accountTabs.filter(({ label }) => label !== 'Audit log')} />
      <Outlet />
    </>
  );
}
