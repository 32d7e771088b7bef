import { QualityPage } from '../../features/quality/quality-page.tsx';
import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () =>
  pageMeta({ title: 'Measured quality · Clearframe', description: 'How often people agree with the verdicts.' });
export const handle: PageHandle = {
  title: 'Measured quality',
  parent: { to: '/dashboard/media', label: 'Content Review' },
};

export default QualityPage;
