import { useParams } from 'react-router';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { RoleGate } from '../../dashboard/shell/role/role-gate.tsx';
import { LogPage } from '../../dashboard/webhooks/deliveries/log-page.tsx';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Deliveries · Clearframe', description: 'Events of a webhook.' });
export const handle: PageHandle = { title: 'Deliveries', parent: { to: '/dashboard/webhooks', label: 'Webhooks' } };

export default function WebhookLog() {
  const { id = '' } = useParams();
  return (
    <RoleGate action="webhooks.manage" thing="Webhooks are">
      <LogPage key={id} id={id} />
    </RoleGate>
  );
}
