import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { TransparencyPage } from '../../dashboard/transparency/transparency-page.tsx';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'Transparency · Clearframe', description: 'What you restricted, why, and how often it was wrong.' });
export const handle: PageHandle = { title: 'Transparency' };

export default TransparencyPage;
