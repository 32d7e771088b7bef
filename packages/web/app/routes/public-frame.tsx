import { Outlet } from 'react-router';
import { SiteFooter } from '../site/site-footer.tsx';
import { SiteHeader } from '../site/site-header.tsx';

/** Header and footer around a public page. */
export default function PublicFrame() {
  return (
    <>
      <SiteHeader lined />
      <Outlet />
      <SiteFooter />
    </>
  );
}
