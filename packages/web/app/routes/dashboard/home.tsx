import { DashboardPage } from '../../dashboard/home/dashboard-page.tsx';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'Dashboard · Clearframe', description: 'Counts, newest uploads, subscription and tokens.' });
export const handle: PageHandle = { title: 'Dashboard', upload: 'primary' };

export default DashboardPage;
