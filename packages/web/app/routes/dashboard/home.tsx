import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Dashboard · Clearframe', description: 'Your uploads, verdicts and frames.' });
export const handle: PageHandle = { title: 'Dashboard', upload: 'primary' };

export default function Page() {
  return <p className="muted">Your uploads, verdicts and frames.</p>;
}
