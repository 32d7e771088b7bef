import { Outlet } from 'react-router';
import { monoFontLinks } from '../mono-font.ts';
import { SiteFooter } from '../public/site-footer.tsx';
import { SiteHeader } from '../public/site-header.tsx';
import '../styles/site.css';

export const links = monoFontLinks;

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
