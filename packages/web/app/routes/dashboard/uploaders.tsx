import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { UploadersPage } from '../../dashboard/uploaders/uploaders-page.tsx';
import { monoFontLinks } from '../../shared/page/mono-font.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Uploaders · Clearframe', description: 'Your users, and how often they fail.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Uploaders' };

export default UploadersPage;
