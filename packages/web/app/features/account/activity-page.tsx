import { DevicesCard } from './devices-card.tsx';
import { SecurityLog } from './security-log.tsx';

/** Where the person is signed in, and what happened. */
export function ActivityPage() {
  return (
    <>
      <DevicesCard />
      <SecurityLog />
    </>
  );
}
