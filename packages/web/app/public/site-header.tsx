import { useSession } from '../session.tsx';
import { Brand } from '../ui/brand.tsx';
import { LinkButton } from '../ui/button.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';

/** Header of every public page. Who is signed in finds the dashboard here instead of the way in. */
export function SiteHeader() {
  const { state } = useSession();
  return (
    <header className="hd">
      <div className="wrapx">
        <Brand to="/" />
        <nav aria-label="Main">
          <a href="/#how">How it works</a>
          <a href="/#verdict">The verdict</a>
          <a href="/#developers">For developers</a>
        </nav>
        <div className="end">
          <ThemeSwitch />
          {state.status === 'signed-in' ? (
            <LinkButton kind="primary" to="/dashboard">
              Dashboard
            </LinkButton>
          ) : (
            <>
              <LinkButton kind="ghost" to="/login">
                Sign in
              </LinkButton>
              <LinkButton kind="primary" to="/register">
                Start free
              </LinkButton>
            </>
          )}
        </div>
      </div>
    </header>
  );
}
