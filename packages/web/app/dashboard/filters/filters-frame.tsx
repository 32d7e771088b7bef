import { Coffee, Fingerprint, ListChecks, MessageSquareWarning, SlidersHorizontal } from 'lucide-react';
import { Outlet } from 'react-router';
import { type PageTab, PageTabs } from '../ui/page-tabs.tsx';

/** The pages of Content Filters, in the order of their tabs. */
const filterTabs: readonly PageTab[] = [
  { to: '/dashboard/content-filters', label: 'Keywords', icon: ListChecks },
  { to: '/dashboard/content-filters/limits', label: 'Limits', icon: SlidersHorizontal },
  { to: '/dashboard/content-filters/known', label: 'Known pictures', icon: Fingerprint },
  { to: '/dashboard/content-filters/reasons', label: 'Reasons', icon: MessageSquareWarning },
  { to: '/dashboard/content-filters/breaks', label: 'Breaks', icon: Coffee },
];

/** What the account decides about its uploads, as tabs; each is a page with an address. */
export function FiltersFrame() {
  return (
    <>
      <PageTabs label="Content Filters" tabs={filterTabs} />
      <Outlet />
    </>
  );
}
