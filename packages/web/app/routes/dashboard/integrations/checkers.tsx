import { CheckersPage } from '../../../dashboard/integrations/checkers/checkers-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../../shared/page/mono-font.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Checkers · Clearframe', description: 'Addresses that answer yes or no.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Integrations' };

export default CheckersPage;
