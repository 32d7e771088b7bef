import { ChatsPage } from '../../../dashboard/integrations/chats/chats-page.tsx';
import type { PageHandle } from '../../../dashboard/shell/page/page-handle.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Chats · Clearframe', description: 'Channels that hear how many items wait.' });
export const handle: PageHandle = { title: 'Integrations' };

export default ChatsPage;
