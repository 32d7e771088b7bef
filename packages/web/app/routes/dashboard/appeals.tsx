import { useParams } from 'react-router';
import { AppealsPage } from '../../dashboard/appeals/appeals-page.tsx';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Appeals · Clearframe', description: 'Appeals of your uploaders against a Fail.' });
export const handle: PageHandle = { title: 'Appeals', isWide: true };

export default function Appeals() {
  return <AppealsPage id={useParams().id} />;
}
