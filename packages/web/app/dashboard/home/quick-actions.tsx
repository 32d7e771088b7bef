import type { Action } from '@clearframe/contract';
import { ChevronRight, Images, type LucideIcon, ScanEye, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount } from '../../shared/format/format.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { signs } from '../../shared/ui/signs.ts';
import { queueAddress } from '../shell/page/queue-address.ts';
import { useMay } from '../shell/role/use-may.ts';
import styles from './quick-list.module.css';

type QuickAction = { needs: Action; to: string; icon: LucideIcon; title: string; note: string };

/** `flagged` null = not known yet. */
const actionsOf = (flagged: number | null): readonly QuickAction[] => [
  { needs: 'media.upload', to: '/dashboard/upload', icon: Upload, title: 'Upload media', note: 'Check one image now' },
  flagged
    ? {
        needs: 'media.read',
        to: '/dashboard/media?status=flagged',
        icon: ScanEye,
        title: 'Review flagged',
        note: `${formatCount(flagged)} ${flagged === 1 ? 'item' : 'items'}`,
      }
    : {
        needs: 'media.read',
        to: queueAddress,
        icon: Images,
        title: 'Review content',
        note: 'Items that wait for a decision',
      },
  { needs: 'tokens.manage', to: '/dashboard/tokens', icon: signs.key, title: 'Create API token', note: 'For your own uploader' },
];

export function QuickActions({ flagged }: { flagged: number | null }) {
  return (
    <section className={`card ${styles.fill}`}>
      <div className="card-header">
        <h2>Quick actions</h2>
      </div>
      <div className={styles.quick}>
        {actionsOf(flagged).map((action) => (
          <QuickLink key={action.to} action={action} />
        ))}
      </div>
    </section>
  );
}

function QuickLink({ action: { needs, to, icon, title, note } }: { action: QuickAction }) {
  const may = useMay(needs);
  if (may === false) return null;
  return (
    <Link to={to}>
      <Icon of={icon} />
      <span>
        <b>{title}</b>
        <small>{note}</small>
      </span>
      <Icon of={ChevronRight} />
    </Link>
  );
}
