import { failModeration } from '../moderation/analyse/fail-moderation.ts';
import { makeDisplay } from '../moderation/analyse/make-display.ts';
import { type Examiner, moderate } from '../moderation/analyse/moderate.ts';
import type { AnalysisHandler, CopyHandler, JobHandler } from './run-jobs.ts';

const moderateOne =
  (examiner: () => Promise<Examiner>): AnalysisHandler['run'] =>
  async (context, payload, run) => {
    await moderate(context, await examiner(), payload, run);
  };

/** Of pictures and videos one at a time: the engine computes on one thread, and a second file would only take its memory. */
export const moderateMedia = (examiner: () => Promise<Examiner>): AnalysisHandler => ({
  role: 'pictures',
  run: moderateOne(examiner),
});

export const moderateVideo = (examiner: () => Promise<Examiner>): AnalysisHandler => ({
  role: 'videos',
  run: moderateOne(examiner),
});

export const makeDisplayCopy = (examiner: () => Promise<Examiner>): CopyHandler => ({
  role: 'pictures',
  run: async (context, payload, run) => makeDisplay(context, await examiner(), payload, run),
});

/** Beside the light jobs: it must come through even when every analysis process dies. */
export const moderateMediaFailed: JobHandler<'moderate-media-failed'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, payload) {
    context.log.error(payload, 'an analysis failed after every attempt');
    await failModeration(context, payload);
  },
};
