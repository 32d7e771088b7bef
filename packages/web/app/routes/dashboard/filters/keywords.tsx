import { KeywordsPage } from '../../../features/filters/keywords-page.tsx';
import { pageMeta } from '../../../page-meta.ts';
import type { PageHandle } from '../../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Content Filters · Clearframe', description: 'Forbidden and required keywords.' });
export const handle: PageHandle = { title: 'Content Filters' };

export default KeywordsPage;
