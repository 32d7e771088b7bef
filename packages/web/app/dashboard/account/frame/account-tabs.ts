import { Database, History, ShieldCheck, UserRound, Users } from 'lucide-react';
import type { PageTab } from '../../ui/page-tabs.tsx';

/** The pages of the account, in the order of their tabs. */
export const accountTabs: readonly PageTab[] = [
  { to: '/dashboard/account', label: 'Profile', icon: UserRound },
  { to: '/dashboard/account/security', label: 'Security', icon: ShieldCheck },
  { to: '/dashboard/account/activity', label: 'Activity', icon: History },
  { to: '/dashboard/account/team', label: 'Team', icon: Users },
  { to: '/dashboard/account/data', label: 'Your data', icon: Database },
];
