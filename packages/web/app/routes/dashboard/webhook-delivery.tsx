import { useParams } from 'react-router';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { RoleGate } from '../../dashboard/shell/role/role-gate.tsx';
import { DeliveryPage } from '../../dashboard/webhooks/deliveries/delivery-page.tsx';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Delivery · Clearframe', description: 'One event of a webhook.' });
export const handle: PageHandle = { title: 'Delivery', parent: { to: '/dashboard/webhooks', label: 'Webhooks' } };

export default function WebhookDelivery() {
  const { id = '' } = useParams();
  return (
    <RoleGate action="webhooks.manage" thing="Webhooks are">
      <DeliveryPage key={id} id={id} />
    </RoleGate>
  );
}
