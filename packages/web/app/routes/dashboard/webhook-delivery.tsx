import { useParams } from 'react-router';
import { DeliveryPage } from '../../features/deliveries/delivery-page.tsx';
import { pageMeta } from '../../page-meta.ts';
import { RoleGate } from '../../role/role-gate.tsx';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Delivery · Clearframe', description: 'One event that a webhook was sent.' });
export const handle: PageHandle = { title: 'Delivery', parent: { to: '/dashboard/webhooks', label: 'Webhooks' } };

export default function WebhookDelivery() {
  const { id = '' } = useParams();
  return (
    <RoleGate action="webhooks.manage" thing="Webhooks are">
      <DeliveryPage key={id} id={id} />
    </RoleGate>
  );
}
