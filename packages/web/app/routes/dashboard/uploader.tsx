import { useLocation } from 'react-router';
import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { UploaderPage } from '../../dashboard/uploaders/uploader-page.tsx';
import { uploaderIdOf } from '../../dashboard/uploaders/uploaders-address.ts';
import { monoFontLinks } from '../../shared/page/mono-font.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Uploader · Clearframe', description: 'One of your users.' });
export const links = monoFontLinks;
export const handle: PageHandle = {
  title: 'Uploader',
  parent: { to: '/dashboard/uploaders', label: 'Uploaders' },
  isWide: true,
};

export default function Uploader() {
  const id = uploaderIdOf(useLocation().pathname);
  return <UploaderPage key={id} id={id} />;
}
