import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { Outlet } from 'react-router';
import { Brand } from '../../../shared/ui/brand.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Nothing, part } from '../../../shared/ui/part.tsx';
import { ConfirmProvider } from '../confirm/confirm-provider.tsx';
import { ConnectionBanner } from '../connection/connection-banner.tsx';
import { useGivenFiles } from '../files/use-given-files.ts';
import { useLiveRefresh } from '../live/use-live.ts';
import { PageActionsProvider } from '../page/page-actions.tsx';
import { usePageHandle } from '../page/page-handle.ts';
import { PageTitleProvider } from '../page/page-title.tsx';
import { usePalette } from '../palette/use-palette.ts';
import { ownAccountsQuery, useAccountChange, useTeamRefresh } from '../role/own-accounts.ts';
import { AccountLine } from './account-line.tsx';
import styles from './app-shell.module.css';
import { FramesMeter } from './frames-meter.tsx';
import { Nav } from './nav.tsx';
import { TopBar } from './top-bar.tsx';
import { useDrawer } from './use-drawer.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useRouteFocus } from './use-route-focus.ts';

/** Few people belong to several accounts, so its code comes for them alone. */
const AccountChoice = part(async () => (await import('../account-choice/account-choice.tsx')).AccountChoice, Nothing);

/** Which account the person looks at, for those who belong to several; nothing for everybody else. */
function AccountSwitcher() {
  const { data: accounts = [] } = useQuery(ownAccountsQuery);
  if (accounts.length < 2) return null;
  return (
    <Suspense>
      <AccountChoice accounts={accounts} />
    </Suspense>
  );
}

/** Side menu, top bar and the page in it. Pages render into its `main`; `data-dashboard` is for shared sheets. */
export function AppShell() {
  useLiveRefresh();
  useTeamRefresh();
  useAccountChange();
  const { open, setOpen, drawer, opener } = useDrawer();
  const palette = usePalette();
  const { isWide } = usePageHandle();
  const { View: GivenFiles, ...given } = useGivenFiles();
  const page = useRef<HTMLElement>(null);
  useRouteFocus(page);
  useKeptFocus(page);
  return (
    <PageTitleProvider>
      <PageActionsProvider>
        <div className={styles.app} data-dashboard="">
          <aside className={styles.side} id="side" aria-label="Main" ref={drawer}>
            <div className="row between">
              <Brand to="/dashboard" />
              <Button kind="ghost" icon className={styles.close} aria-label="Close menu" onClick={() => setOpen(false)}>
                <Icon of={X} />
              </Button>
            </div>
            <AccountSwitcher />
            <Button
              kind="ghost"
              className={styles.search}
              onClick={() => {
                setOpen(false);
                palette.open();
              }}
            >
              Search or jump to
            </Button>
            <Nav />
            <FramesMeter />
            <AccountLine />
          </aside>
          <div className={styles.scrim} aria-hidden="true" onClick={() => setOpen(false)} />
          <div className={`${styles.main}${isWide ? ` ${styles.wide}` : ''}`} inert={open}>
            <TopBar opener={opener} open={open} onOpen={() => setOpen(true)} onSearch={palette.open} />
            <ConnectionBanner />
            <main className={styles.page} id="main" ref={page} tabIndex={-1}>
              <ConfirmProvider>
                <Outlet />
              </ConfirmProvider>
            </main>
          </div>
        </div>
        {GivenFiles ? <GivenFiles {...given} /> : null}
        {palette.View ? <palette.View {...palette.props} /> : null}
      </PageActionsProvider>
    </PageTitleProvider>
  );
}
