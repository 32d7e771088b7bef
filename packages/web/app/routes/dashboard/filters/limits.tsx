import { LimitsPage } from '../../../dashboard/filters/limits/limits-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Limits · Clearframe', description: 'Review limits and flag limits.' });
export const handle: PageHandle = { title: 'Content Filters' };

export default LimitsPage;
