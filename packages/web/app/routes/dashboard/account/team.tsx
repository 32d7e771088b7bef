import { TeamPage } from '../../../features/team/team-page.tsx';
import { pageMeta } from '../../../page-meta.ts';

export const meta = () => pageMeta({ title: 'Team · Clearframe', description: 'Who works in this account.' });

export default TeamPage;
