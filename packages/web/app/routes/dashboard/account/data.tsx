import { DataPage } from '../../../dashboard/account/data/data-page.tsx';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Your data · Clearframe', description: 'Export or delete your data.' });

export default DataPage;
