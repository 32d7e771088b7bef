import { Outlet } from 'react-router';
import { SiteFooter } from '../public/site-footer.tsx';
import { SiteHeader } from '../public/site-header.tsx';

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
