import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { SubscriptionPage } from '../../dashboard/subscription/subscription-page.tsx';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Subscription & Billing · Clearframe', description: 'Plan, period and frames.' });
export const handle: PageHandle = { title: 'Subscription & Billing' };

export default SubscriptionPage;
