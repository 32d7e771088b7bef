import { ProfilePage } from '../../../dashboard/account/profile/profile-page.tsx';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Profile · Clearframe', description: 'Your name and address.' });

export default ProfilePage;
