import { FiltersFrame } from '../../../dashboard/filters/filters-frame.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Content Filters · Clearframe', description: 'The rules for your uploads.' });
export const handle: PageHandle = { title: 'Content Filters' };

export default FiltersFrame;
