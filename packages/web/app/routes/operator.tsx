import { OperatorPage } from '../dashboard/operator/operator-page.tsx';
import type { PageHandle } from '../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../shared/page/page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'Operator · Clearframe', description: 'The console of whoever runs this installation.' });
export const handle: PageHandle = { title: 'Operator', isWide: true };

export default OperatorPage;
