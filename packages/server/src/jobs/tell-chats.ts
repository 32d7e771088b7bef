import { collectMessages } from '../doors/chat/collect-messages.ts';
import { sendMessages } from '../doors/chat/send-messages.ts';
import type { JobHandler } from './run-jobs.ts';

/**
 * Every minute, unless DOORS leaves chats out: what waits is counted for each chat, and messages that are due are sent. A chat that fails
 * keeps no other waiting.
 */
export const tellChats: JobHandler<'tell-chats'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, _payload, { signal }) {
    if (!context.config.doors.includes('chat')) return;
    const made = await collectMessages(context, signal);
    const sent = await sendMessages(context, signal);
    if (made > 0 || sent > 0) context.log.info({ made, sent }, 'chat messages');
  },
};
