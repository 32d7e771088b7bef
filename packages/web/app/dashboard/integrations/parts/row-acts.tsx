import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';

/** Beside an icon: what it does, to what. */
type Act = { title: string; name: string; icon: LucideIcon; onAct: () => void };

/** What can be done with a row: buttons with words, then those with an icon. */
export function RowActs({ children, acts }: { children?: ReactNode; acts: readonly Act[] }) {
  return (
    <span className="row">
      {children}
      {acts.map(({ title, name, icon, onAct }) => (
        <Button key={title} kind="ghost" size="small" icon title={title} aria-label={name} onClick={onAct}>
          <Icon of={icon} />
        </Button>
      ))}
    </span>
  );
}
