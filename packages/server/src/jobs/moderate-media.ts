import { failModeration } from '../moderation/analyse/fail-moderation.ts';
import { type Examiner, moderate } from '../moderation/analyse/moderate.ts';
import type { JobHandler } from './run-jobs.ts';

/** One at a time: the engine computes on one thread, and a second file would only take its memory. Videos are the long jobs. */
export function moderateMedia(examiner: () => Promise<Examiner>, quickOnly: boolean): JobHandler<'moderate-media'> {
  return {
    kind: 'analysis',
    concurrency: 1,
    quickOnly,
    async run(context, payload, run) {
      await moderate(context, await examiner(), payload, run);
    },
  };
}

/** In the API process: it must come through even when every analysis process dies. */
export const moderateMediaFailed: JobHandler<'moderate-media-failed'> = {
  kind: 'api',
  concurrency: 1,
  async run(context, payload) {
    context.log.error(payload, 'an analysis failed for good');
    await failModeration(context, payload);
  },
};
