import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Content Review · Clearframe', description: 'Every upload with its verdict.' });
export const handle: PageHandle = { title: 'Content Review', upload: 'primary' };

export default function Page() {
  return <p className="muted">Every upload with its verdict.</p>;
}
