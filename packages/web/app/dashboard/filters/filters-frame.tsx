import { Outlet } from 'react-router';
import { PageTabs } from '../ui/page-tabs.tsx';
import { filterTabs } from './filter-tabs.ts';

/** What the account decides about its uploads, as tabs; each is a page with an address. */
export function FiltersFrame() {
  return (
    <>
      <PageTabs label="Content Filters" tabs={filterTabs} />
      <Outlet />
    </>
  );
}
