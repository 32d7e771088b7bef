import { ActivityPage } from '../../../dashboard/account/security/activity-page.tsx';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Activity · Clearframe', description: 'Signed-in devices and security log.' });

export default ActivityPage;
