import { ProfilePage } from '../../../features/account/profile-page.tsx';
import { pageMeta } from '../../../page-meta.ts';

export const meta = () => pageMeta({ title: 'Profile · Clearframe', description: 'Your name and address.' });

export default ProfilePage;
