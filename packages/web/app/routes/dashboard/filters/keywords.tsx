import { KeywordsPage } from '../../../dashboard/filters/keywords/keywords-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Content Filters · Clearframe', description: 'Forbidden and required keywords.' });
export const handle: PageHandle = { title: 'Content Filters' };

export default KeywordsPage;
