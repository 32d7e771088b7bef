import { useParams } from 'react-router';
import { MediaDetailPage } from '../../dashboard/media/item/media-detail-page.tsx';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { monoFontLinks } from '../../shared/page/mono-font.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Media Review · Clearframe', description: 'One upload with its verdict.' });
export const links = monoFontLinks;
export const handle: PageHandle = {
  title: 'Media Review',
  parent: { to: '/dashboard/media', label: 'Content Review', keepsSearch: true },
  isWide: true,
};

export default function MediaDetail() {
  const { id = '' } = useParams();
  return <MediaDetailPage id={id} />;
}
