import { Database, MessagesSquare, Settings2, ShieldQuestionMark } from 'lucide-react';
import { Outlet } from 'react-router';
import { RoleGate } from '../shell/role/role-gate.tsx';
import { type PageTab, PageTabs } from '../ui/page-tabs.tsx';

/** The pages of Integrations, in the order of their tabs. */
const integrationTabs: readonly PageTab[] = [
  { to: '/dashboard/integrations', label: 'Checkers', icon: ShieldQuestionMark },
  { to: '/dashboard/integrations/buckets', label: 'Buckets', icon: Database },
  { to: '/dashboard/integrations/chats', label: 'Chats', icon: MessagesSquare },
  { to: '/dashboard/integrations/settings', label: 'Settings', icon: Settings2 },
];

/** Software that speaks to Clearframe by its own protocol, as tabs; each is a page with an address, for the owner alone. */
export function IntegrationsFrame() {
  return (
    <RoleGate action="doors.manage" thing="Integrations are">
      <PageTabs label="Integrations" tabs={integrationTabs} />
      <Outlet />
    </RoleGate>
  );
}
