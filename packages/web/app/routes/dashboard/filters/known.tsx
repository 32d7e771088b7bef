import { KnownPage } from '../../../features/known/known-page.tsx';
import { monoFontLinks } from '../../../mono-font.ts';
import { pageMeta } from '../../../page-meta.ts';
import type { PageHandle } from '../../../shell/page-handle.ts';

export const meta = () =>
  pageMeta({ title: 'Known pictures · Clearframe', description: 'Pictures that are recognised when they come again.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Content Filters' };

export default KnownPage;
