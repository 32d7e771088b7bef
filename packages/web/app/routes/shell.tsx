import { AppShell } from '../dashboard/shell/layout/app-shell.tsx';
import { Fetched } from '../dashboard/shell/session/fetched.tsx';
import { RequireSession } from '../dashboard/shell/session/require-session.tsx';
import { pageMeta } from '../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Dashboard · Clearframe', description: 'The signed-in part of Clearframe.' });

/** Everything under /dashboard: signed in, inside the side menu and top bar. */
export default function Shell() {
  return (
    <Fetched>
      <RequireSession>
        <AppShell />
      </RequireSession>
    </Fetched>
  );
}
