import { TeamPage } from '../../../dashboard/account/team/team-page.tsx';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Team · Clearframe', description: 'Members and invitations.' });

export default TeamPage;
