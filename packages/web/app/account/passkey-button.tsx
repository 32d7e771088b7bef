import { messages } from '@clearframe/contract';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorMessage } from '../error-message.ts';
import { passkeyObstacle } from '../passkey/passkey-obstacle.ts';
import { useSession } from '../session.tsx';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './account-frame.module.css';

/** Signs in with a passkey, where this page can use one. Known only in the browser: the prerendered page has no button. */
export function PasskeyButton() {
  const { signIn } = useSession();
  const [can, setCan] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => setCan(passkeyObstacle() === null), []);
  if (!can) return null;

  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      // Few people press it, so its code comes when they do.
      const { signInWithPasskey } = await import('../passkey/use-passkey.ts');
      signIn(await signInWithPasskey());
    } catch (error) {
      setFailure(errorMessage(error, messages.loginFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.otherWay}>
      <p className={styles.or}>or</p>
      <Button size="large" block busy={busy} onClick={() => void start()}>
        <Icon of={KeyRound} />
        Sign in with a passkey
      </Button>
      <div role="status">
        <FieldError message={failure} />
      </div>
    </div>
  );
}
