import { SecurityPage } from '../../../dashboard/account/security/security-page.tsx';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Security · Clearframe', description: 'Password, two-step sign-in and passkeys.' });

export default SecurityPage;
