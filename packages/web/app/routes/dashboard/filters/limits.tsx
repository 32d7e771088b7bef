import { LimitsPage } from '../../../features/filters/limits-page.tsx';
import { pageMeta } from '../../../page-meta.ts';
import type { PageHandle } from '../../../shell/page-handle.ts';

export const meta = () =>
  pageMeta({ title: 'Limits · Clearframe', description: 'From which scores on items are reviewed or flagged.' });
export const handle: PageHandle = { title: 'Content Filters' };

export default LimitsPage;
