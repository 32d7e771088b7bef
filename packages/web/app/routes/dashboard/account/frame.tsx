import { AccountPage } from '../../../features/account/account-page.tsx';
import { pageMeta } from '../../../page-meta.ts';
import type { PageHandle } from '../../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Account · Clearframe', description: 'Your person and your account.' });
export const handle: PageHandle = { title: 'Account' };

export default AccountPage;
