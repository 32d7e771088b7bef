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
          You see the latest data we fetched. The page updates when you are back online.
        </Banner>
      ) : (
        <Banner
          kind="warning"
          title="Server unreachable"
          action={
            <Button size="small" busy={busy} onClick={() => void ask()}>
              Try again
            </Button>
          }
        >
          You see the latest data we fetched. We retry every few seconds.
        </Banner>
      )}
    </div>
  );
}
