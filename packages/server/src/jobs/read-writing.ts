import type { Examiner } from '../moderation/analyse/moderate.ts';
import { readBacklog } from '../moderation/read/read-backlog.ts';
import { readItem } from '../moderation/read/read-item.ts';
import type { BackgroundHandler } from './run-jobs.ts';

type Load = () => Promise<Examiner>;

/** Items that a person looks at come before those of an account: both wait in one queue, by turn. */
export const readWriting = (examiner: Load): BackgroundHandler<'read-writing'> => ({
  role: 'pictures',
  async run(context, payload, run) {
    if ('mediaId' in payload) await readItem(context, await examiner(), payload.mediaId, run);
    else await readBacklog(context, await examiner(), payload, run);
  },
});

export const readVideo = (examiner: Load): BackgroundHandler<'read-video'> => ({
  role: 'videos',
  async run(context, { mediaId }, run) {
    await readItem(context, await examiner(), mediaId, run);
  },
});
