import type { Analysis, Moderation, VideoSecond } from '@clearframe/contract';
import type { TellAllowanceContext } from '../../billing/tell-allowance.ts';
import type { Context } from '../../context.ts';
import { changesOf, stageOf } from '../../live/announce.ts';
import type { Announcement } from '../../live/live-events.ts';
import type { ClaimedRun } from '../../queue/queue.ts';
import type { Overruling } from '../item/decision-rows.ts';
import type { MediaRow } from '../item/media-row.ts';
import { placeInQueue } from '../judge/place-in-queue.ts';
import type { TellContext } from '../tell/tell-webhooks.ts';
import type { StoredFiles } from './store-files.ts';

export type SettleContext = Pick<Context, 'clock' | 'db' | 'live' | 'metrics'>;
/** Whoever brings a verdict tells the hooks, and the owner when few frames are left. */
export type VerdictContext = SettleContext & TellContext & TellAllowanceContext & Pick<Context, 'random'>;

/** What an analysis came to. */
export type Result = {
  analysis: Analysis;
  moderation: Moderation;
  /** Of a video; none of a picture. */
  seconds: VideoSecond[];
  /** The files of this run, and what is known of the original now; null = nothing was stored, of a check that nobody keeps. */
  stored: StoredFiles | null;
  /** It takes the place of what people decided; null = of nothing. */
  overrule: Overruling | null;
};

/** The run of a job that settles: no result stands without its job. null = nobody's run, because the job failed for good or is gone. */
export type Claimed = Pick<ClaimedRun, 'complete' | 'committed' | 'isFirst'> | null;

/** Thrown within the transaction, which it undoes: the job is another run's by now. */
export class ClaimGone extends Error {
  override name = 'ClaimGone';
}

/** What a result writes into the item's row, beside its files and its verdict. */
export const resultChanges = (
  { clock }: Pick<Context, 'clock'>,
  { analysis, moderation }: Pick<Result, 'analysis' | 'moderation'>,
) => {
  const { width, height, writing, content_credentials } = analysis;
  const writingTries = writing === 'not_read' ? 0 : null;
  return {
    state: 'done',
    width,
    height,
    writingTries,
    ...(content_credentials ? { contentCredentials: content_credentials } : {}),
    ...placeInQueue(moderation),
    moderationCheckedAt: clock.now(),
    moderationError: null,
  } as const;
};

/** What open pages hear of a verdict: the last stages passed within milliseconds. */
export const newsOf = (item: Pick<MediaRow, 'id' | 'accountId' | 'uploadKey' | 'kept'>): Announcement[] => [
  stageOf(item, 'keywords'),
  stageOf(item, 'verdict'),
  ...changesOf(item),
];
