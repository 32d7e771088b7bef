import { Database, FileQuestionMark, MessagesSquare, Settings2, ShieldQuestionMark } from 'lucide-react';
import { useParams } from 'react-router';
import { LinkButton } from '../../shared/ui/button.tsx';
import { RoleGate } from '../shell/role/role-gate.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { type PageTab, PageTabs } from '../ui/page-tabs.tsx';
import { BucketsPage } from './buckets/buckets-page.tsx';
import { ObjectsPage } from './buckets/objects-page.tsx';
import { ChatsPage } from './chats/chats-page.tsx';
import { CheckersPage } from './checkers/checkers-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';

/** The tabs of Integrations, in their order. */
const integrationTabs: readonly PageTab[] = [
  { to: '/dashboard/integrations', label: 'Checkers', icon: ShieldQuestionMark },
  { to: '/dashboard/integrations/buckets', label: 'Buckets', icon: Database },
  { to: '/dashboard/integrations/chats', label: 'Chats', icon: MessagesSquare },
  { to: '/dashboard/integrations/settings', label: 'Settings', icon: Settings2 },
];

/**
 * Software that speaks to Clearframe by its own protocol, as tabs with an address each, for the owner alone. One route for all of them:
 * the list of routes comes with the first screen, and names every file of each.
 */
export function IntegrationsPage() {
  const { section, id } = useParams();
  return (
    <RoleGate action="doors.manage" thing="Integrations are">
      <PageTabs label="Integrations" tabs={integrationTabs} />
      <Section section={section} id={id} />
    </RoleGate>
  );
}

function Section({ section, id }: { section: string | undefined; id: string | undefined }) {
  if (section === undefined) return <CheckersPage />;
  if (section === 'buckets') return id === undefined ? <BucketsPage /> : <ObjectsPage key={id} id={id} />;
  if (section === 'chats' && id === undefined) return <ChatsPage />;
  if (section === 'settings' && id === undefined) return <SettingsPage />;
  return (
    <section className="card">
      <EmptyState
        icon={FileQuestionMark}
        title="That page does not exist"
        action={<LinkButton to="/dashboard/integrations">Go to Checkers</LinkButton>}
      />
    </section>
  );
}
