import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const kinds = {
  success: { look: styles.pass, icon: CircleCheck, role: 'status' },
  error: { look: styles.flag, icon: OctagonAlert, role: 'alert' },
  warning: { look: styles.warn, icon: TriangleAlert, role: 'alert' },
  info: { look: styles.info, icon: Info, role: 'status' },
} as const;

type BannerProps = {
  kind: keyof typeof kinds;
  /** The message, letter for letter where the specification has one. */
  title: string;
  /** A sentence of help. */
  children?: ReactNode;
  /** More than a sentence, such as what was sent; the banner is then as wide as the page. */
  details?: ReactNode;
  /** A button such as "Try again". */
  action?: ReactNode;
  onDismiss?: () => void;
};

/** Result or error of the whole page. */
export function Banner({ kind, title, children, details, action, onDismiss }: BannerProps) {
  const { look, icon, role } = kinds[kind];
  return (
    <div className={`${styles.banner} ${look}${details ? ` ${styles.wide}` : ''}`} data-slot="banner" role={role}>
      <Icon of={icon} />
      <div>
        <b>{title}</b>
        {children ? <p>{children}</p> : null}
        {details}
      </div>
      {action}
      {onDismiss ? (
        <Button kind="ghost" icon size="small" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <Icon of={X} />
        </Button>
      ) : null}
    </div>
  );
}
