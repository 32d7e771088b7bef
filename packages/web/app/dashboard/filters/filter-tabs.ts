import { Fingerprint, ListChecks, SlidersHorizontal } from 'lucide-react';
import type { PageTab } from '../ui/page-tabs.tsx';

/** The pages of Content Filters, in the order of their tabs. */
export const filterTabs: readonly PageTab[] = [
  { to: '/dashboard/content-filters', label: 'Keywords', icon: ListChecks },
  { to: '/dashboard/content-filters/limits', label: 'Limits', icon: SlidersHorizontal },
  { to: '/dashboard/content-filters/known', label: 'Known pictures', icon: Fingerprint },
];
