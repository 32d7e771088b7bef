import { Fetched } from '../fetched.tsx';
import { pageMeta } from '../page-meta.ts';
import { RequireSession } from '../require-session.tsx';
import { AppShell } from '../shell/app-shell.tsx';

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
