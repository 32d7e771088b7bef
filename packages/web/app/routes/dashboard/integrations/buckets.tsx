import { BucketsPage } from '../../../dashboard/integrations/buckets/buckets-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../../shared/page/mono-font.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Buckets · Clearframe', description: 'Buckets whose objects are judged.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Integrations' };

export default BucketsPage;
