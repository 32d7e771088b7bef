import { BreaksPage } from '../../../dashboard/filters/breaks/breaks-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../../shared/page/mono-font.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Breaks · Clearframe', description: 'How much hard media people look at.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Content Filters' };

export default BreaksPage;
