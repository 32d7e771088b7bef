import { DataPage } from '../../../features/data/data-page.tsx';
import { pageMeta } from '../../../page-meta.ts';

export const meta = () => pageMeta({ title: 'Your data · Clearframe', description: 'Export or delete what is stored of you.' });

export default DataPage;
