import { QualityPage } from '../../dashboard/quality/quality-page.tsx';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'Measured quality · Clearframe', description: 'How often people agree with the verdicts.' });
export const handle: PageHandle = { title: 'Measured quality' };

export default QualityPage;
