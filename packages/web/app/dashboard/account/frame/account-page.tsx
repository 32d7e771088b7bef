import { Outlet } from 'react-router';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { accountTabs } from './account-tabs.ts';

/** What belongs to the person and their account, as tabs; each is a page with an address. */
export function AccountPage() {
  return (
    <>
      <PageTabs label="Account" tabs={accountTabs} />
      <Outlet />
    </>
  );
}
