import { IntegrationsFrame } from '../../../dashboard/integrations/integrations-frame.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Integrations · Clearframe', description: 'Software that speaks to Clearframe.' });
export const handle: PageHandle = { title: 'Integrations' };

export default IntegrationsFrame;
