import { useParams } from 'react-router';
import { ObjectsPage } from '../../../dashboard/integrations/buckets/objects-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../../shared/page/mono-font.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Objects · Clearframe', description: 'Objects of a bucket.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'Integrations' };

export default function Objects() {
  const { id = '' } = useParams();
  return <ObjectsPage key={id} id={id} />;
}
