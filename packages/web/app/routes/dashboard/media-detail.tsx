import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () =>
  pageMeta({ title: 'Media Review · Clearframe', description: 'One upload and the reasons of its verdict.' });
export const handle: PageHandle = { title: 'Media Review', upload: 'secondary' };

export default function Page() {
  return <p className="muted">One upload and the reasons of its verdict.</p>;
}
