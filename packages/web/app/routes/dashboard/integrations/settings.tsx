import { SettingsPage } from '../../../dashboard/integrations/settings/settings-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Settings of integrations · Clearframe', description: 'How doors answer.' });
export const handle: PageHandle = { title: 'Integrations' };

export default SettingsPage;
