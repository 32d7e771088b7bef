import { messages, type Session } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import styles from '../../ui/list.module.css';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { deviceName } from './device-name.ts';
import { DeviceRow } from './device-row.tsx';
import { EndDevicesDialog } from './end-devices-dialog.tsx';
import { devicesQuery, useEndDevice } from './use-devices.ts';

/** Every browser that is signed in, each with a way to sign it out. */
export function DevicesCard() {
  const devices = useQuery(devicesQuery);
  const end = useEndDevice();
  const toast = useToast();
  const [asking, setAsking] = useState<'others' | 'all' | null>(null);
  const endOne = ({ id, userAgent }: Session) =>
    end.mutate(id, { onSuccess: () => toast(`Signed out: ${deviceName(userAgent)}`) });
  const failed = end.isError && !(end.error instanceof NotConfirmed);
  const others = devices.data?.some(({ current }) => !current) ?? false;
  return (
    <section className="card" aria-labelledby="devices-h" aria-busy={devices.isPending}>
      <div className="card-header wrap">
        <h2 id="devices-h">Signed-in devices</h2>
        {devices.data ? (
          <div className="row wrap">
            {others ? (
              <Button size="small" onClick={() => setAsking('others')}>
                Sign out all other devices
              </Button>
            ) : null}
            <Button size="small" kind="fail" onClick={() => setAsking('all')}>
              Sign out everywhere
            </Button>
          </div>
        ) : null}
      </div>
      {failed ? (
        <div className="card-body">
          <Banner kind="error" title="Could not sign the device out">
            {errorMessage(end.error, messages.anErrorOccurred)}
          </Banner>
        </div>
      ) : null}
      {devices.isError && devices.data === undefined ? (
        <div className="card-body">
          <LoadFault title="Could not load your devices" query={devices} />
        </div>
      ) : null}
      {devices.isPending ? (
        <>
          <Skeleton shape="row" />
          <Skeleton shape="row" />
        </>
      ) : null}
      <ul className={styles.list}>
        {devices.data?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            busy={end.isPending && end.variables === device.id}
            onEnd={() => endOne(device)}
          />
        ))}
      </ul>
      <EndDevicesDialog which={asking} onClose={() => setAsking(null)} />
    </section>
  );
}
