import { LogOut } from 'lucide-react';
import { useSession, useUser } from '../session.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { initials } from './initials.ts';

/** Who is signed in, and the way out. The guard leads to /login once the session is gone. */
export function AccountLine() {
  const user = useUser();
  const { signOut } = useSession();
  return (
    <div className="me">
      <span className="av" aria-hidden="true">
        {initials(user.name)}
      </span>
      <div className="grow">
        <b className="trunc">{user.name}</b>
        <small className="trunc">{user.email}</small>
      </div>
      <Button kind="ghost" icon size="small" aria-label="Sign out" onClick={() => void signOut()}>
        <Icon of={LogOut} />
      </Button>
    </div>
  );
}
