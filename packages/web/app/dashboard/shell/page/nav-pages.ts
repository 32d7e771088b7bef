import type { Action } from '@clearframe/contract';
import {
  ChartColumn,
  CreditCard,
  FileChartColumn,
  Images,
  LayoutDashboard,
  ListFilter,
  type LucideIcon,
  OctagonAlert,
  Plug,
  Scale,
  Upload,
  Users,
  Webhook,
} from 'lucide-react';
import { signs } from '../../../shared/ui/signs.ts';

export type NavPage = {
  to: string /** For those who may review: what they are asked for. */;
  search?: string;
  label: string;
  icon: LucideIcon /** Left out for those who may not. */;
  action?: Action;
};

/** The menu, from top to bottom; the first group has no heading. */
export const navGroups: readonly { heading: string | null; pages: readonly NavPage[] }[] = [
  {
    heading: null,
    pages: [
      { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
      { to: '/dashboard/upload', label: 'Upload Media', icon: Upload, action: 'media.upload' },
      { to: '/dashboard/media', search: '?status=undecided', label: 'Content Review', icon: Images },
      { to: '/dashboard/notices', label: 'Notices', icon: OctagonAlert },
      { to: '/dashboard/uploaders', label: 'Uploaders', icon: Users },
    ],
  },
  {
    heading: 'Rules and results',
    pages: [
      { to: '/dashboard/content-filters', label: 'Content Filters', icon: ListFilter },
      { to: '/dashboard/quality', label: 'Measured quality', icon: Scale },
      { to: '/dashboard/transparency', label: 'Transparency', icon: FileChartColumn, action: 'trust.manage' },
    ],
  },
  {
    heading: 'Connect',
    pages: [
      { to: '/dashboard/tokens', label: 'API Tokens', icon: signs.key, action: 'tokens.manage' },
      { to: '/dashboard/webhooks', label: 'Webhooks', icon: Webhook, action: 'webhooks.manage' },
      { to: '/dashboard/integrations', label: 'Integrations', icon: Plug, action: 'doors.manage' },
    ],
  },
  {
    heading: 'Account',
    pages: [
      { to: '/dashboard/subscription/usage', label: 'Usage', icon: ChartColumn },
      { to: '/dashboard/subscription', label: 'Subscription & Billing', icon: CreditCard },
    ],
  },
];

export const navPages: readonly NavPage[] = navGroups.flatMap(({ pages }) => pages);
