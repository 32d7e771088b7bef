import { MediaPage } from '../../features/media/media-page.tsx';
import { monoFontLinks } from '../../mono-font.ts';
import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Content Review · Clearframe', description: 'Uploads with their verdicts.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Content Review', upload: 'primary' };

export default MediaPage;
