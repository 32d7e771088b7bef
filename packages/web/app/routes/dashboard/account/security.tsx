import { SecurityPage } from '../../../features/account/security-page.tsx';
import { pageMeta } from '../../../page-meta.ts';

export const meta = () => pageMeta({ title: 'Security · Clearframe', description: 'How you prove who you are.' });

export default SecurityPage;
