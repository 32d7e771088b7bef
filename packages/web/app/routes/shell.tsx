import { pageMeta } from '../page-meta.ts';
import { RequireSession } from '../session.tsx';
import { AppShell } from '../shell/app-shell.tsx';
import '../styles/app.css';

export const meta = () => pageMeta({ title: 'Dashboard · Clearframe', description: 'The signed-in part of Clearframe.' });

/** Everything under /dashboard: signed in, inside the side menu and top bar. */
export default function Shell() {
  return (
    <RequireSession>
      <AppShell />
    </RequireSession>
  );
}
