import { useParams } from 'react-router';
import { NoticesPage } from '../../dashboard/notices/notices-page.tsx';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Notices · Clearframe', description: 'What people outside report, by deadline.' });
export const handle: PageHandle = { title: 'Notices', isWide: true };

export default function Notices() {
  return <NoticesPage id={useParams().id} />;
}
