import { LogOut } from 'lucide-react';
import { NavLink } from 'react-router';
import { initials } from '../../../shared/format/format.ts';
import { useSession } from '../../../shared/session/session.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useUser } from '../session/require-session.tsx';
import styles from './account-line.module.css';

/** Who is signed in, with the way to their account, and the way out. The guard leads to /login once the session is gone. */
export function AccountLine() {
  const user = useUser();
  const { signOut } = useSession();
  return (
    <div className={styles.account}>
      <NavLink className={`${styles.person}`} to="/dashboard/account">
        <span className={styles.initials} aria-hidden="true">
          {initials(user.name)}
        </span>
        <span className="grow">
          <span className="visually-hidden">Account of </span>
          <b className="truncate" dir="auto">
            {user.name}
          </b>
          <small className="truncate">{user.email}</small>
        </span>
      </NavLink>
      <Button kind="ghost" icon size="small" aria-label="Sign out" onClick={() => void signOut()}>
        <Icon of={LogOut} />
      </Button>
    </div>
  );
}
