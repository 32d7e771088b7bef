import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { RoleGate } from '../../dashboard/shell/role/role-gate.tsx';
import { WebhooksPage } from '../../dashboard/webhooks/hooks/webhooks-page.tsx';
import { monoFontLinks } from '../../shared/page/mono-font.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Webhooks · Clearframe', description: 'Endpoints that receive your verdicts.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Webhooks' };

export default function Webhooks() {
  return (
    <RoleGate action="webhooks.manage" thing="Webhooks are">
      <WebhooksPage />
    </RoleGate>
  );
}
