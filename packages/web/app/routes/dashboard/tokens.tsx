import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'API Tokens · Clearframe', description: 'Tokens for your own uploader.' });
export const handle: PageHandle = { title: 'API Tokens', upload: 'secondary' };

export default function Page() {
  return <p className="muted">Tokens for your own uploader.</p>;
}
