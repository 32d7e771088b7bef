import { ActivityPage } from '../../../features/account/activity-page.tsx';
import { pageMeta } from '../../../page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'Activity · Clearframe', description: 'Where you are signed in, and what happened.' });

export default ActivityPage;
