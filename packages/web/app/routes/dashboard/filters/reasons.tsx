import { ReasonsPage } from '../../../dashboard/filters/reasons/reasons-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../../shared/page/mono-font.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Reasons · Clearframe', description: 'Reasons for a Fail.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Content Filters' };

export default ReasonsPage;
