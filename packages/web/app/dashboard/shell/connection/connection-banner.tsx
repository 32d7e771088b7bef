import { useState } from 'react';
import { pageConnection } from '../../../shared/connection/page-connection.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import styles from './connection-banner.module.css';
import { useConnection, useReturn } from './use-connection.ts';

/** Says on every signed-in screen that the server cannot be reached, and when it can again. */
export function ConnectionBanner() {
  const state = useConnection();
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  useReturn(() => toast('Connected again'));
  if (state === 'connected') return null;
  const ask = async () => {
    setBusy(true);
    await pageConnection.check();
    setBusy(false);
  };
  return (
    <div className={styles.connection}>
      {state === 'offline' ? (
        <Banner kind="warning" title="You are offline">
          The page shows what it fetched last. It goes on by itself when the connection is back.
        </Banner>
      ) : (
        <Banner
          kind="warning"
          title="The server cannot be reached"
          action={
            <Button size="small" busy={busy} onClick={() => void ask()}>
              Try again
            </Button>
          }
        >
          The page shows what it fetched last, and asks again every few seconds.
        </Banner>
      )}
    </div>
  );
}
