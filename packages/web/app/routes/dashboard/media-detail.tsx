import { useParams } from 'react-router';
import { MediaDetailPage } from '../../features/media/media-detail-page.tsx';
import { monoFontLinks } from '../../mono-font.ts';
import { pageMeta } from '../../page-meta.ts';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Media Review · Clearframe', description: 'One upload with its verdict.' });
export const links = monoFontLinks;
export const handle: PageHandle = {
  title: 'Media Review',
  parent: { to: '/dashboard/media', label: 'Content Review', keepsSearch: true },
};

export default function MediaDetail() {
  const { id = '' } = useParams();
  return <MediaDetailPage key={id} id={id} />;
}
