import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx';
import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () =>
  pageMeta({ title: 'Dashboard · Clearframe', description: 'Counts, newest uploads, subscription and tokens.' });
export const handle: PageHandle = { title: 'Dashboard', upload: 'primary' };

export default DashboardPage;
