import { SecurityPage } from '../../../dashboard/account/security/security-page.tsx';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Security · Clearframe', description: 'How you prove who you are.' });

export default SecurityPage;
