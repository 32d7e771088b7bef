import { WebhooksPage } from '../../features/webhooks/webhooks-page.tsx';
import { monoFontLinks } from '../../mono-font.ts';
import { pageMeta } from '../../page-meta.ts';
import { RoleGate } from '../../role/role-gate.tsx';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Webhooks · Clearframe', description: 'Where your verdicts are sent.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Webhooks' };

export default function Webhooks() {
  return (
    <RoleGate action="webhooks.manage" thing="Webhooks are">
      <WebhooksPage />
    </RoleGate>
  );
}
