import { MediaPage } from '../../dashboard/media/list/media-page.tsx';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../shared/page/mono-font.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Content Review · Clearframe', description: 'Uploads with their verdicts.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Content Review', upload: 'primary', isWide: true };

export default MediaPage;
