import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Subscription & Billing · Clearframe', description: 'Plan, frames and billing.' });
export const handle: PageHandle = { title: 'Subscription & Billing', upload: 'secondary' };

export default function Page() {
  return <p className="muted">Plan, frames and billing.</p>;
}
