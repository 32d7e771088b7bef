import { Database, History, type LucideIcon, ShieldCheck, UserRound, Users } from 'lucide-react';

type AccountTab = { to: string; label: string; icon: LucideIcon };

/** The pages of the account, in the order of their tabs. */
export const accountTabs: readonly AccountTab[] = [
  { to: '/dashboard/account', label: 'Profile', icon: UserRound },
  { to: '/dashboard/account/security', label: 'Security', icon: ShieldCheck },
  { to: '/dashboard/account/activity', label: 'Activity', icon: History },
  { to: '/dashboard/account/team', label: 'Team', icon: Users },
  { to: '/dashboard/account/data', label: 'Your data', icon: Database },
];
