import { FiltersFrame } from '../../../features/filters/filters-frame.tsx';
import { pageMeta } from '../../../page-meta.ts';
import type { PageHandle } from '../../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Content Filters · Clearframe', description: 'What decides about your uploads.' });
export const handle: PageHandle = { title: 'Content Filters' };

export default FiltersFrame;
