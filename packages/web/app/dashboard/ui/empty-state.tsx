import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import veilStyles from '../../shared/ui/veil.module.css';
import styles from './empty-state.module.css';

/** Nothing here, gated, or not found: corners and icon, a sentence, one action. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.emptyState}>
      <span className={styles.glyph}>
        <Icon of={icon} large />
        <span className={veilStyles.corners} data-slot="corners" />
      </span>
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
