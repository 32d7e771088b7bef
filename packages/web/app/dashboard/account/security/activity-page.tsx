import { useQuery } from '@tanstack/react-query';
import { DevicesCard } from '../devices/devices-card.tsx';
import { devicesQuery } from '../devices/use-devices.ts';
import { SecurityLog } from './security-log.tsx';

/** Where the person is signed in, and what happened. */
export function ActivityPage() {
  const devices = useQuery(devicesQuery);
  return (
    <>
      <DevicesCard />
      {/* It loads at the same time, but is shown below a list of known length only: it would jump when the devices arrive after it. */}
      <div hidden={devices.isPending}>
        <SecurityLog />
      </div>
    </>
  );
}
