import { type CheckDoor, type DoorSettings, limits, type Moderation, type OnReview } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { readDoorSettings } from '../../moderation/check/door-settings.ts';
import type { Checked } from '../../moderation/check/finish-checks.ts';
import { runChecks } from '../../moderation/check/run-checks.ts';
import type { CheckRequest } from '../../moderation/check/take-pictures.ts';
import type { DoorCaller } from './admit-token.ts';

type Asked = Pick<CheckRequest, 'answers' | 'pictures' | 'signal' | 'text' | 'maxBytes'> & { door: CheckDoor; waitMs?: number };

/**
 * Judges the pictures of one request by the account's settings of its doors: all of them, or none and nothing is charged.
 * @throws PictureRefused, AppError as `runChecks`; where there is no verdict never a result
 */
export async function judgePictures(
  context: Context,
  { accountId, tokenId }: DoorCaller,
  { waitMs = limits.checkWaitMs, ...asked }: Asked,
): Promise<{ settings: DoorSettings; checked: Checked[] }> {
  const settings = await readDoorSettings(context.db, accountId);
  const checked = await runChecks(context, { ...asked, accountId, tokenId, waitMs, keep: settings.keep });
  return { settings, checked };
}

/** Yes or no, for protocols that know nothing between. */
export const isFlagged = ({ passed, ai_analysis: ai }: Moderation, onReview: OnReview): boolean =>
  !passed || (ai.needs_review && onReview === 'flag');
