import { Server } from 'lucide-react';
import { NavLink } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';

/** The way to the console of whoever runs the installation. */
export function OperatorLink() {
  return (
    <NavLink to="/operator">
      <Icon of={Server} />
      Operator
    </NavLink>
  );
}
