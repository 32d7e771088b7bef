import { useParams } from 'react-router';
import { LogPage } from '../../features/deliveries/log-page.tsx';
import { pageMeta } from '../../page-meta.ts';
import { RoleGate } from '../../role/role-gate.tsx';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Deliveries · Clearframe', description: 'What a webhook was sent.' });
export const handle: PageHandle = { title: 'Deliveries', parent: { to: '/dashboard/webhooks', label: 'Webhooks' } };

export default function WebhookLog() {
  const { id = '' } = useParams();
  return (
    <RoleGate action="webhooks.manage" thing="Webhooks are">
      <LogPage key={id} id={id} />
    </RoleGate>
  );
}
