import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { UsagePage } from '../../dashboard/subscription/usage/usage-page.tsx';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Usage · Clearframe', description: 'Frames a day, by source and by API token.' });
export const handle: PageHandle = {
  title: 'Usage',
};

export default UsagePage;
