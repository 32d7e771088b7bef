import { SubscriptionPage } from '../../features/subscription/subscription-page.tsx';
import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Subscription & Billing · Clearframe', description: 'Plan, period and frames.' });
export const handle: PageHandle = { title: 'Subscription & Billing' };

export default SubscriptionPage;
