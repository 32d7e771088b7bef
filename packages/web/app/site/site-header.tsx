import { NavLink } from 'react-router';
import { useSession } from '../shared/session/session.tsx';
import { Brand } from '../shared/ui/brand.tsx';
import buttonStyles from '../shared/ui/button.module.css';
import { LinkButton } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { signs } from '../shared/ui/signs.ts';
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx';
import styles from './site-header.module.css';
import { sitePages } from './site-pages.ts';

/** The pages for narrow screens. It opens without any script. */
function PhoneMenu() {
  return (
    <details className={styles.menu}>
      <summary
        className={`${buttonStyles.button} ${buttonStyles.ghost} ${buttonStyles.iconOnly}`}
        data-slot="button button-ghost button-icon-only"
      >
        <Icon of={signs.menu} />
        <span className="visually-hidden">Menu</span>
      </summary>
      <nav aria-label="Pages">
        {sitePages.map(({ path, label }) => (
          <NavLink key={path} to={path} reloadDocument>
            {label}
          </NavLink>
        ))}
        <NavLink to="/login" reloadDocument>
          Sign in
        </NavLink>
      </nav>
    </details>
  );
}

/**
 * Header of every public page. Who is signed in finds the dashboard here instead of the way in. Its links load the page they lead to:
 * most of them run no application.
 */
export function SiteHeader({ lined = false }: { lined?: boolean }) {
  const signedIn = useSession().state.status === 'signed-in';
  return (
    <header data-slot="site-header" className={lined ? `${styles.siteHeader} ${styles.lined}` : styles.siteHeader}>
      <div className="page-width">
        <Brand to="/" />
        <nav aria-label="Main">
          {sitePages.map(({ path, label }) => (
            <NavLink key={path} to={path} reloadDocument>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.end}>
          <ThemeSwitch />
          <LinkButton kind="primary" to="/dashboard" data-signed="in" hidden={!signedIn} reloadDocument>
            Dashboard
          </LinkButton>
          <LinkButton kind="ghost" className="not-on-phones" to="/login" data-signed="out" hidden={signedIn} reloadDocument>
            Sign in
          </LinkButton>
          <LinkButton kind="primary" to="/register" data-signed="out" hidden={signedIn} reloadDocument>
            Start free
          </LinkButton>
          <PhoneMenu />
        </div>
      </div>
    </header>
  );
}
