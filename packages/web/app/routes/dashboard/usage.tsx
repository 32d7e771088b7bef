import { UsagePage } from '../../features/usage/usage-page.tsx';
import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Usage · Clearframe', description: 'Frames a day, by source and by API token.' });
export const handle: PageHandle = {
  title: 'Usage',
  parent: { to: '/dashboard/subscription', label: 'Subscription & Billing' },
};

export default UsagePage;
