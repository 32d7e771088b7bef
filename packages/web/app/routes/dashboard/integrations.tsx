import { IntegrationsPage } from '../../dashboard/integrations/integrations-page.tsx';
import { titleOf } from '../../dashboard/integrations/title-of.ts';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../shared/page/mono-font.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

type Address = { params: { section?: string | undefined } };

export const meta = ({ params }: Address = { params: {} }) =>
  pageMeta({ title: `${titleOf(params.section)} · Clearframe`, description: 'Software that speaks to Clearframe.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Integrations' };

export default IntegrationsPage;
