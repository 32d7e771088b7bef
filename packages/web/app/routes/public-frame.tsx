import { Outlet } from 'react-router';
import { SiteFooter } from '../public/site-footer.tsx';
import { SiteHeader } from '../public/site-header.tsx';
import '../styles/site.css';

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
