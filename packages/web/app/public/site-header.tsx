import { Menu } from 'lucide-react';
import type { MouseEvent } from 'react';
import { NavLink } from 'react-router';
import { useSession } from '../session.tsx';
import { Brand } from '../ui/brand.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { sitePages } from './site-pages.ts';

/** The header stays when a link of its menu leads to another page, so the menu is closed by hand. */
const closeMenu = (event: MouseEvent<HTMLElement>) => event.currentTarget.closest('details')?.removeAttribute('open');

/** The pages for narrow screens. It opens without any script. */
function PhoneMenu() {
  return (
    <details className="menu">
      <summary className="btn btn-gho btn-icon">
        <Icon of={Menu} />
        <span className="sr">Menu</span>
      </summary>
      <nav aria-label="Pages">
        {sitePages.map(({ path, label }) => (
          <NavLink key={path} to={path} onClick={closeMenu}>
            {label}
          </NavLink>
        ))}
        <NavLink to="/login" onClick={closeMenu}>
          Sign in
        </NavLink>
      </nav>
    </details>
  );
}

/** Header of every public page. Who is signed in finds the dashboard here instead of the way in. */
export function SiteHeader({ lined = false }: { lined?: boolean }) {
  const { state } = useSession();
  return (
    <header className={lined ? 'hd lined' : 'hd'}>
      <div className="wrapx">
        <Brand to="/" />
        <nav className="wide" aria-label="Main">
          {sitePages.map(({ path, label }) => (
            <NavLink key={path} to={path}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="end">
          <ThemeSwitch />
          {state.status === 'signed-in' ? (
            <LinkButton kind="primary" to="/dashboard">
              Dashboard
            </LinkButton>
          ) : (
            <>
              <LinkButton kind="ghost" className="hide-s" to="/login">
                Sign in
              </LinkButton>
              <LinkButton kind="primary" to="/register">
                Start free
              </LinkButton>
            </>
          )}
          <PhoneMenu />
        </div>
      </div>
    </header>
  );
}
