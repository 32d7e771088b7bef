import { AccountPage } from '../../../dashboard/account/frame/account-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Account · Clearframe', description: 'You and your account.' });
export const handle: PageHandle = { title: 'Account' };

export default AccountPage;
