import { messages } from '@clearframe/contract';
import { useEffect, useState } from 'react';
import { errorMessage } from '../shared/api/error-message.ts';
import { FieldError } from '../shared/form/field.tsx';
import { passkeyObstacle } from '../shared/passkey/passkey-obstacle.ts';
import { useSession } from '../shared/session/session.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { signs } from '../shared/ui/signs.ts';
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
      const { signInWithPasskey } = await import('../shared/passkey/use-passkey.ts');
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
        <Icon of={signs.key} />
        Sign in with a passkey
      </Button>
      <div role="status">
        <FieldError message={failure} />
      </div>
    </div>
  );
}
