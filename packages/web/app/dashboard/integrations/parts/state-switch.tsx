import { StateBadge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';

type StateSwitchProps = { name: string; isActive: boolean; busy: boolean; onSwitch: () => void };

/** The state of something as a button that switches it. */
export function StateSwitch({ name, isActive, busy, onSwitch }: StateSwitchProps) {
  return (
    <Button
      kind="ghost"
      size="small"
      busy={busy}
      aria-label={`${isActive ? 'Active. Switch off' : 'Inactive. Switch on'} ${name}`}
      onClick={onSwitch}
    >
      <StateBadge state={isActive ? 'active' : 'inactive'} />
    </Button>
  );
}
