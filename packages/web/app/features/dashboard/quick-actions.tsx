import { ChevronRight, Images, KeyRound, type LucideIcon, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';

type Action = { to: string; icon: LucideIcon; title: string; note: string };

const actions: readonly Action[] = [
  { to: '/dashboard/upload', icon: Upload, title: 'Upload media', note: 'Check one image now' },
  { to: '/dashboard/media', icon: Images, title: 'Review content', note: 'Every upload with its verdict' },
  { to: '/dashboard/tokens', icon: KeyRound, title: 'Create API token', note: 'For your own uploader' },
];

export function QuickActions() {
  return (
    <section className="card fill">
      <div className="card-h">
        <h2>Quick actions</h2>
      </div>
      <div className="quick">
        {actions.map(({ to, icon, title, note }) => (
          <Link key={to} to={to}>
            <Icon of={icon} />
            <span>
              <b>{title}</b>
              <small>{note}</small>
            </span>
            <Icon of={ChevronRight} />
          </Link>
        ))}
      </div>
    </section>
  );
}
