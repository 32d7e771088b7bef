import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '../../shared/format/format.ts';
import tabsStyles from '../ui/page-tabs.module.css';
import { noticesQuery } from './notice-queries.ts';
import { noticesAddress } from './notices-address.ts';

const tabs = [
  { name: 'open', label: 'Open', to: noticesAddress({ tab: 'open', page: 1 }) },
  { name: 'appeals', label: 'Appeals', to: '/dashboard/appeals' },
  { name: 'answered', label: 'Answered', to: noticesAddress({ tab: 'answered', page: 1 }) },
] as const;

/** What people outside write to the team. `current` names the tab that is shown. */
export function NoticeTabs({ current }: { current: (typeof tabs)[number]['name'] }) {
  const open = useQuery(noticesQuery({ tab: 'open', page: 1 }));
  return (
    <nav className={tabsStyles.tabs} aria-label="Notices">
      {tabs.map(({ name, label, to }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined}>
          {label}
          {name === 'open' && open.data ? <span className="figures">{formatCount(open.data.pagination.total)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}
