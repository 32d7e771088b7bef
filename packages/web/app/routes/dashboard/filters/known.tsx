import { KnownPage } from '../../../dashboard/filters/known-pictures/known-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../../shared/page/mono-font.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'Known pictures · Clearframe', description: 'Pictures whose copies are recognised.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Content Filters' };

export default KnownPage;
